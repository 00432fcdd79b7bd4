export { type Agreement, agreementSchema, readAgreement } from './core/agreement/agreement.ts';
export { type Allowed, allowedUnder } from './core/agreement/allowed.ts';
export { type Capability, capabilitySchema, readCapability } from './core/agreement/capability.ts';
export { dayIn, type LifeCycle, lifeCycle } from './core/agreement/life-cycle.ts';
export { type Limits, type LimitsReading, readLimits } from './core/agreement/limits.ts';
export { checkScope, type ScopeCheck } from './core/agreement/scope.ts';
export { schemaFiles } from './core/document/schemas.ts';
export { type Shown, updatePrompt } from './core/document/update-prompt.ts';
export { type Vector, type Vectors, vectorsPage, vectorsSchema } from './core/document/vectors-page.ts';
export { BOUNDS } from './core/finding/bounds.ts';
export { CODES, type Code, GATES, type Gate, gateOf, type Level } from './core/finding/codes.ts';
export { type Finding, hasError, type Place } from './core/finding/finding.ts';
export { hmacAuth } from './core/gate/auth.ts';
export type { Context } from './core/gate/context.ts';
export { Inbox } from './core/gate/inbox.ts';
export { judge } from './core/gate/judge.ts';
export {
  findingsOf,
  type GateReport,
  VERDICTS,
  type Verdict,
  type VerdictWord,
} from './core/gate/verdict.ts';
export type { DkimFact } from './core/mail/dkim-proof.ts';
export { type Mail, readMail } from './core/mail/mail.ts';
export { type ProofPolicy, proveSender } from './core/mail/proof.ts';
export type { Sender } from './core/mail/sender.ts';
export {
  type Announced,
  acknowledgementFields,
  announcementFields,
  readAcknowledgement,
  readAnnouncement,
  UPDATE_TOPIC,
} from './core/message/acknowledgement.ts';
export { type Delivery, type ReceivedFile, TRANSPORTS, type Transport } from './core/message/delivery.ts';
export { type Envelope, envelopeSchema } from './core/message/envelope.ts';
export { formatMessage } from './core/message/format.ts';
export { mailDelivery } from './core/message/mail-delivery.ts';
export { parseMessage, type Reading } from './core/message/parse.ts';
export { type TextWire, textDelivery } from './core/message/text-delivery.ts';
export {
  ACTIONS,
  type Action,
  FIELD_SCHEMAS,
  type Fields,
  type MessageType,
  TYPES,
} from './core/message/type.ts';
export { type Announcement, type Release, releaseOf } from './core/posting/announcement.ts';
export type { Change } from './core/posting/change.ts';
export { type Decision, decidePosting, type PostingVerdict } from './core/posting/decide.ts';
export { generatedFiles } from './core/posting/generated.ts';
export { type Manifest, manifestSchema, readManifest } from './core/posting/manifest.ts';
export { type PostingPlan, type PostingWish, preparePosting } from './core/posting/prepare.ts';
export { type PostingJson, postingExit, postingJson, postingText } from './core/posting/report.ts';
export type { Snapshot, SnapshotFile } from './core/posting/snapshot.ts';
export type { Stamp } from './core/posting/stamp.ts';
export { type AccessRequest, type AccessTerms, grantAccess } from './core/proposal/access.ts';
export { type AckRecord, recordAck } from './core/proposal/acknowledgement-record.ts';
export { type Actor, type Authority, authorityOf } from './core/proposal/actor.ts';
export {
  type Amendment,
  type AmendmentResult,
  changeStatus,
  declineProposal,
  enactProposal,
  prepareAmendment,
  recordExpiry,
} from './core/proposal/amendment.ts';
export { type Command, type CommandReading, readCommand } from './core/proposal/command.ts';
export { type Ruling, rule, type Scene } from './core/proposal/decision.ts';
export { FORMS, type Form, type FormField, type FormName, TERMS, type Term } from './core/proposal/form.ts';
export { formFiles } from './core/proposal/form-yaml.ts';
export { type FormReading, readIssueForm } from './core/proposal/issue-form.ts';
export {
  type Proposal,
  type ProposalReading,
  readProposal,
  standingOfProposal,
} from './core/proposal/proposal.ts';
export type { ProposalFinding } from './core/proposal/proposal-finding.ts';
export { proposalRemedy, proposalSentence } from './core/proposal/proposal-words.ts';
export { type Records, recordsAt } from './core/proposal/records.ts';
export { type IssueWire, type Request, type RequestReading, readIssue } from './core/proposal/request.ts';
export { addressesIn, checkRegistry } from './core/registry/check.ts';
export {
  CANONICAL,
  type Canonical,
  type Protocol,
  protocolSchema,
  readProtocol,
  standingOf,
} from './core/registry/protocol.ts';
export { type Party, type Receiver, readReceiver, receiverSchema } from './core/registry/receiver.ts';
export {
  type Registry,
  type RegistryFault,
  type RegistryFile,
  readRegistry,
} from './core/registry/registry.ts';
export { compareVersions } from './core/registry/version.ts';
export { exitCode } from './core/report/exit.ts';
export { remedyOf, sentenceOf } from './core/report/finding-sentence.ts';
export { jsonText, judgeJsonSchema, type ResultJson, resultJson } from './core/report/json.ts';
export { textReport } from './core/report/text.ts';
export { WORDING, type Wording } from './core/report/wording.ts';
