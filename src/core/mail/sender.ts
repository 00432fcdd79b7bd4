import type { Finding } from '../finding/finding.ts';

/** How a wire proved who sent something. `header-from`, `authserv` and `dkim` are a mailbox's three ways (spec 2.2). */
export type ProofMethod = 'header-from' | 'authserv' | 'dkim' | 'account' | 'folder';

/**
 * Who the wire says the sender is. `identity` is an address (or, on the GitHub wire, a party's label) that the wire
 * proved; `claimed` is what the message's own From line says, which proves nothing. `unavailable` means that the proof
 * could not be had now (DNS failed) and may be had later. Specification section 2.2.
 */
export type Sender =
  | {
      readonly status: 'proven';
      readonly identity: string;
      readonly by: ProofMethod;
      readonly findings: readonly Finding[];
    }
  | { readonly status: 'unproven'; readonly claimed: string | null; readonly findings: readonly Finding[] }
  | { readonly status: 'unavailable'; readonly claimed: string; readonly findings: readonly Finding[] };
