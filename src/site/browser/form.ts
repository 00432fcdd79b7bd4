import { TRANSPORTS, type Transport } from '../../core/message/delivery.ts';
import { PROOFS, type Proof } from '../../core/registry/receiver.ts';
import { byId, choose, chosen } from './elements.ts';
import type { JudgementWish, SimulationWish, Wish } from './side.ts';
import { WRITTEN } from './side.ts';

const box = (id: string) => byId(id, HTMLTextAreaElement);
const list = (id: string) => byId(id, HTMLSelectElement);
const line = (id: string) => byId(id, HTMLInputElement);

/** What the form says about the receiving side. */
export function readWish(): Wish {
  return chosen('side') === 'judge' ? judgement() : simulation();
}

function simulation(): SimulationWish {
  return {
    kind: 'simulate',
    agreement: list('agreement').value,
    written: box('written').value,
    stranger: list('sender').value === 'stranger',
    transport: TRANSPORTS.find((one): one is Transport => one === list('transport').value) ?? 'email',
  };
}

function judgement(): JudgementWish {
  return {
    kind: 'judge',
    receiver: box('receiver').value,
    records: box('records').value,
    secrets: box('secrets').value,
    identity: line('identity').value,
    transport: list('wire').value === 'folder' ? 'folder' : 'chat',
    proof: PROOFS.find((one): one is Proof => one === list('proof').value) ?? '',
  };
}

/** Sets the form to a wish. An agreement that the registry does not have is left to the message. */
export function writeWish(wish: Wish): void {
  choose('side', wish.kind);
  if (wish.kind === 'simulate') {
    const known = [...list('agreement').options].some(one => one.value === wish.agreement);
    list('agreement').value = known ? wish.agreement : '';
    if (wish.written !== '') box('written').value = wish.written;
    list('sender').value = wish.stranger ? 'stranger' : 'party';
    list('transport').value = wish.transport;
  } else {
    box('receiver').value = wish.receiver;
    box('records').value = wish.records;
    box('secrets').value = wish.secrets;
    line('identity').value = wish.identity;
    list('wire').value = wish.transport;
    list('proof').value = wish.proof;
  }
  arrange();
}

/** Shows the part of the form that the choices ask for. */
export function arrange(): void {
  const simulate = chosen('side') === 'simulate';
  byId('simulate', HTMLElement).hidden = !simulate;
  byId('judge', HTMLElement).hidden = simulate;
  byId('written-field', HTMLElement).hidden = list('agreement').value !== WRITTEN;
  line('then').hidden = chosen('moment') === 'now';
  // A mail is e-mail, whatever is chosen
  list('transport').disabled = chosen('form') === 'mail';
}

/** The moment of the judgement in milliseconds, where one was chosen; null is now. */
export function readMoment(): number | null {
  if (chosen('moment') === 'now') return null;
  const moment = Date.parse(`${line('then').value}Z`);
  return Number.isNaN(moment) ? null : moment;
}

/** Sets the moment of the judgement, in milliseconds since the epoch; null is now. */
export function writeMoment(moment: number | null): void {
  choose('moment', moment === null ? 'now' : 'then');
  line('then').value = moment === null ? '' : new Date(moment).toISOString().replace(/(?:\.000)?Z$/, '');
  arrange();
}
