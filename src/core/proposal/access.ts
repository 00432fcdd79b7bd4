import type { Agreement } from '../agreement/agreement.ts';
import type { Transport } from '../message/delivery.ts';
import { yamlLine } from '../message/yaml.ts';
import type { Amendment, AmendmentResult } from './amendment.ts';
import { canonicalJson, textDigest } from './proposal.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';
import type { Records } from './records.ts';
import type { Request } from './request.ts';

export type AccessRequest = Extract<Request, { form: 'access-request' }>;

/** What the owner's side knows of a first agreement beside the request (specification section 9.7). */
export type AccessTerms = {
  readonly owner: string;
  readonly transport: Transport;
  /** The numeric GitHub id of the asking account, where there is one. */
  readonly githubId: number | null;
  /** The last day; null for the usual half a year. */
  readonly expires: string | null;
  readonly updatesLocation: string;
};

/** What an approval of an access request is bound to, as that of a proposal is (section 9.8). */
export function accessDigest({ form, party, acts_for, purpose, update_watch }: AccessRequest): string {
  return textDigest(canonicalJson({ form, party, acts_for, purpose, update_watch }));
}

/** What a first agreement allows in a message and on a day: the owner may propose more later (section 8.4). */
export const FIRST_LIMITS = '10 files / 25 MB per message; 5 messages/day';

/** Days for which a first agreement is valid, where nothing else is said. */
const FIRST_DAYS = 180;

/** What speaks against an access request before anybody decides: the label is taken (section 9.7). */
export function accessFindings(request: AccessRequest, records: Records): readonly ProposalFinding[] {
  const { party } = request;
  const taken = [...records.registry.agreements.values()].some(one => one.agreement?.parties.includes(party));
  return taken ? [proposalFinding('label-taken', { party })] : [];
}

/** An approved access request as a first agreement: level 1, with the next free id of the day (sections 8.4 and 9.7). */
export function grantAccess(
  request: AccessRequest,
  terms: AccessTerms,
  records: Records,
  today: string,
): AmendmentResult {
  const findings = accessFindings(request, records);
  if (findings.length > 0 || request.party === terms.owner) {
    const taken = proposalFinding('label-taken', { party: request.party });
    return { findings: findings.length > 0 ? findings : [taken] };
  }
  const id = nextAgreementId(records, today);
  const version = records.registry.protocol?.version;
  const agreement: Agreement = {
    agreement: id,
    version: 1,
    status: 'active',
    parties: [terms.owner, request.party],
    purpose: request.purpose,
    level: 1,
    allowed_types: ['NOTE', 'FILE_DROP', 'STATUS'],
    allowed_actions: [],
    transport: terms.transport,
    update_watch: { [terms.owner]: 'monitor', [request.party]: request.update_watch },
    transport_senders: [],
    auth: 'none',
    expires: terms.expires ?? daysAfter(today, FIRST_DAYS),
    limits: FIRST_LIMITS,
    ...(version === undefined ? {} : { protocol_version: version }),
    updates_location: terms.updatesLocation,
    features: [],
    ...(terms.githubId === null ? {} : { github: { [request.party]: terms.githubId } }),
  };
  const rows = Object.entries(agreement).map(([name, value]) => `${name}: ${yamlLine(value)}`);
  const history = yamlLine({ version: 1, date: today, change: 'first agreement' });
  const text = `${[...rows, 'history:', `  - ${history}`].join('\n')}\n`;
  const writes = new Map([[`${records.folder}agreements/${id}.yml`, text]]);
  const summary = `${id}: a first agreement with ${request.party}`;
  return { agreement: id, writes, summary, credit: null, byHand: false } satisfies Amendment;
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The next free id of a day: `AGR-2026-11-30-001`, and so on. */
export function nextAgreementId({ registry, folder, tree }: Records, today: string): string {
  for (let number = 1; ; number++) {
    const id = `AGR-${today}-${String(number).padStart(3, '0')}`;
    if (!registry.agreements.has(id) && !tree.has(`${folder}agreements/${id}.yml`)) return id;
  }
}
