import type { Agreement } from '../agreement/agreement.ts';
import { announcementFields } from '../message/acknowledgement.ts';
import { type Envelope, FORMAT } from '../message/envelope.ts';
import { formatMessage } from '../message/format.ts';
import { activeAgreements } from '../registry/acks.ts';
import type { Registry } from '../registry/registry.ts';
import { readRegistry } from '../registry/registry.ts';
import { type ChangelogEntry, readChangelog } from './changelog.ts';
import { registryFiles } from './check-records.ts';
import { type Manifest, surfaceNamed } from './manifest.ts';
import { type Snapshot, textAt } from './snapshot.ts';
import { type Stamp, stampOf } from './stamp.ts';
import { surfaceStamps } from './surface.ts';

/** One announcement of a posting: a complete message to one counterparty (specification section 9.3). */
export type Announcement = {
  readonly agreement: string;
  readonly party: string;
  readonly transport: string;
  /** Whether an acknowledgement is asked for: a posting that changed only agreements asks for none. */
  readonly ack: boolean;
  readonly subject: 'STATUS';
  readonly from: string;
  readonly to: string;
  readonly text: string;
};

/** What goes out with a posting, as a value. */
export type Release = {
  readonly stamp: Stamp;
  readonly agreementsOnly: boolean;
  readonly summary: string;
  readonly notes: string;
  readonly updatePrompt: string;
  readonly announcements: readonly Announcement[];
};

/** Who writes and who is written to; the addresses are private, so without the private file they are examples. */
export type Correspondence = {
  readonly owner: string | null;
  /** The address behind a label, or null where none is known. */
  readonly addressOf: (label: string) => string | null;
};

/** Addresses where no private file is given: a label at an example domain, for a person to replace. */
export const EXAMPLE_CORRESPONDENCE: Correspondence = {
  owner: null,
  addressOf: label => `${label}@example.com`,
};

/**
 * The release of the posting that a tree holds: the update prompt (the committed one, byte for byte), an announcement for each
 * active counterparty, and the notes. A posting that changed only agreements announces to the parties of the agreements that
 * differ from `before`, and asks for no acknowledgement. Built from the tree alone, so that building it twice gives the same.
 * Specification sections 9.3 and 9.4.
 */
export function releaseOf(
  tree: Snapshot,
  before: Snapshot | null,
  manifest: Manifest,
  correspondence: Correspondence = EXAMPLE_CORRESPONDENCE,
): Release | { readonly faults: readonly string[] } {
  const surface = surfaceNamed(manifest, 'registry');
  const registry = surface === null ? null : readRegistry(registryFiles(tree, surface));
  if (registry === null || registry.protocol === null)
    return { faults: ['registry/protocol.yml is missing or cannot be read'] };
  const stamp = stampOf(registry.protocol);
  const promptPath = surfaceNamed(manifest, 'update-prompt')?.path ?? '';
  const updatePrompt = textAt(tree, promptPath);
  const entry = readChangelog(textAt(tree, surfaceNamed(manifest, 'changelog')?.path ?? '') ?? '')[0];
  const faults: string[] = [];
  const other = manifest.surfaces.find(one =>
    surfaceStamps(tree, one).some(found => found.stamp?.version !== stamp.version),
  );
  if (other !== undefined)
    faults.push(
      `The surface ${other.name} (${other.path}) does not say ${stamp.version}: the posting is not complete`,
    );
  if (updatePrompt === null) faults.push(`The update prompt ${promptPath} is not there`);
  if (entry?.version !== stamp.version) faults.push(`The changelog has no entry for ${stamp.version} on top`);
  if (faults.length > 0 || updatePrompt === null || entry === undefined) return { faults };
  const { normative, version } = registry.protocol;
  const agreementsOnly = normative !== version;
  const earlier = before === null || surface === null ? null : readRegistry(registryFiles(before, surface));
  const concerned = agreementsOnly
    ? changedAgreements(registry, earlier)
    : activeAgreements(registry, stamp.posted);
  const summary = summaryOf(entry);
  const posting = {
    stamp,
    agreementsOnly,
    summary,
    canonical: `https://github.com/${manifest.canonical.repository}`,
  };
  const made = concerned.map(agreement => announce(agreement, posting, correspondence));
  const failed = made.flatMap(one => ('faults' in one ? one.faults : []));
  if (failed.length > 0) return { faults: failed };
  const announcements = made.flatMap(one => ('faults' in one ? [] : one.announcements));
  return { stamp, agreementsOnly, summary, notes: notesOf(entry, posting), updatePrompt, announcements };
}

type Posting = {
  readonly stamp: Stamp;
  readonly agreementsOnly: boolean;
  readonly summary: string;
  readonly canonical: string;
};

function announce(
  agreement: Agreement,
  posting: Posting,
  { owner, addressOf }: Correspondence,
): { announcements: readonly Announcement[] } | { faults: readonly string[] } {
  const { version, posted, effective } = posting.stamp;
  const sender = owner ?? agreement.parties[0] ?? '';
  const receivers = agreement.parties.filter(party => party !== sender);
  const unknown = [sender, ...receivers].filter(label => addressOf(label) === null);
  if (unknown.length > 0)
    return {
      faults: unknown.map(
        label => `The private file has no address for ${label}, a party of ${agreement.agreement}`,
      ),
    };
  const from = addressOf(sender) ?? '';
  const where = agreement.updates_location ?? posting.canonical;
  const envelope: Envelope = {
    format: FORMAT,
    id: `update-${version}-${agreement.agreement}`.slice(0, 64),
    from,
    type: 'STATUS',
    sent: `${posted}T00:00:00Z`,
    reply_to: 'none',
    agreement: agreement.agreement,
    agreement_version: String(agreement.version),
    protocol_version: version,
  };
  const written = formatMessage({
    envelope,
    fields: announcementFields({ version, effective }, posting.summary, where),
    body: '',
  });
  if ('findings' in written)
    return { faults: [`The announcement for ${agreement.agreement} would not be a valid message`] };
  const [transport = 'email'] = [agreement.transport].flat();
  return {
    announcements: receivers.map(party => ({
      agreement: agreement.agreement,
      party,
      transport,
      ack: !posting.agreementsOnly,
      subject: 'STATUS',
      from,
      to: addressOf(party) ?? '',
      text: written.text,
    })),
  };
}

/** The agreements that this posting made, changed or ended. */
function changedAgreements(registry: Registry, earlier: Registry | null): readonly Agreement[] {
  return [...registry.agreements.values()].flatMap(({ agreement }) => {
    if (agreement === null) return [];
    const old = earlier?.agreements.get(agreement.agreement)?.agreement;
    return JSON.stringify(old) === JSON.stringify(agreement) ? [] : [agreement];
  });
}

/** The first line of an entry, without its list mark, short enough for one line of a message. */
function summaryOf(entry: ChangelogEntry): string {
  const line = (entry.text.split('\n')[0] ?? '').replace(/^[-*+] /, '').replaceAll(/[`*_]/g, '');
  const sentence = /^.{1,200}?[.;](?=\s|$)/.exec(line)?.[0].slice(0, -1) ?? line;
  return sentence.length > 200 ? `${sentence.slice(0, 199)}…` : sentence;
}

function notesOf(entry: ChangelogEntry, { stamp, agreementsOnly }: Posting): string {
  const kind = agreementsOnly
    ? 'Only agreements changed: it is effective at once, supersedes nothing and asks for no acknowledgements.'
    : `Until ${stamp.effective} (00:00 UTC) the version before it is still valid; from then on only this one is.`;
  return `AIMF ${stamp.version}, posted ${stamp.posted}, effective ${stamp.effective}.\n\n${kind}\n\n${entry.source}\n`;
}
