/** How a wire proved a sender, in words (specification section 2.2). */
export const PROOF_WORDS: Readonly<Record<string, string>> = {
  'header-from': 'the From line, which this mailbox is trusted to have checked',
  authserv: 'the Authentication-Results of this mailbox',
  dkim: 'its DKIM signature',
  account: 'the account that sent it',
  folder: 'the folder it was dropped in',
};
