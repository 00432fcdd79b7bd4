import { readFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import { parseDocument } from 'yaml';
import { cutBlocks } from '../src/core/message/block.ts';
import { BLOCK_OPTIONS } from '../src/core/message/yaml.ts';
import {
  Inbox,
  judge,
  mailDelivery,
  readMail,
  readReceiver,
  readRegistry,
  textDelivery,
} from '../src/index.ts';
import { interleaved, median } from './measure.ts';

const samples = new URL('../samples/', import.meta.url);
const receiver = readReceiver(await readFile(new URL('aimf.yml', samples), 'utf8'));
if ('faults' in receiver) throw new Error(receiver.faults.join('; '));
const agreement = await readFile(new URL('registry/agreements/AGR-2026-001.yml', samples), 'utf8');
const text = agreement
  .replace('transport: [email, folder]', 'transport: [email, folder, chat]')
  .replace('; 8 messages/day', '');
const registry = readRegistry([{ path: 'agreements/AGR-2026-001.yml', text }]);
const context = () => ({ receiver: receiver.receiver, registry, inbox: new Inbox(), secrets: new Map() });
const received = Date.parse('2026-11-30T14:30:00Z');
const identity = 'scott@example.com';

function message(id: number, body: string): string {
  return (
    `format: AIMF/1\nid: 2026-11-30-${id}\nfrom: ${identity}\ntype: NOTE\nsent: 2026-11-30T09:11:40-05:00\n` +
    `reply_to: main-chat\nagreement: AGR-2026-001\n\nsubject: Rehearsal moves to Thursday\n\n${body}\n`
  );
}

function parseYaml(source: string): void {
  const { envelope, typeBlock } = cutBlocks(source);
  for (const block of [envelope, typeBlock]) if (block !== null) parseDocument(block.text, BLOCK_OPTIONS);
}

const one = context();
let next = 0;
const encoder = new TextEncoder();
const judgeText = (source: string) => {
  const sender = { status: 'proven', identity, by: 'account', findings: [] } as const;
  const delivery = textDelivery(encoder.encode(source), {
    transport: 'chat',
    received,
    sender,
    fileName: null,
    files: [],
  });
  return judge(delivery, one);
};
if (judgeText(message(0, 'x')).verdict !== 'accepted')
  throw new Error('The benchmark message is not accepted');

const plain = await interleaved({
  yaml: () => parseYaml(message(next++, 'The hall is ours from seven.')),
  judge: () => judgeText(message(next++, 'The hall is ours from seven.')),
});
report('plain message: judge against its YAML alone', plain.judge, plain.yaml, 0.5);

const mail = (id: number) =>
  `From: Scott <${identity}>\r\nTo: Andrew <andrew@example.net>\r\nSubject: NOTE\r\nDate: Mon, 30 Nov 2026 09:12:00 -0500\r\n` +
  `Message-ID: <${id}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n` +
  message(id, 'The hall is ours from seven.').replaceAll('\n', '\r\n');
const mails = await interleaved({
  peer: async () => {
    const parsed = await PostalMime.parse(mail(next++), { forceRfc822Attachments: true });
    parseYaml((parsed.text ?? '').replaceAll('\r\n', '\n'));
  },
  judge: () =>
    judge(mailDelivery(readMail(encoder.encode(mail(next++))), { kind: 'header-from' }, received), one),
});
report('e-mail: judge against postal-mime plus YAML', mails.judge, mails.peer);

const sizes = [1, 2, 4, 8];
const perByte = sizes.map(megabytes => {
  const source = message(1, 'word '.repeat(megabytes * 200_000));
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    judgeText(source);
    return performance.now() - start;
  });
  return median(times) / megabytes;
});
const [first = 1] = perByte;
print(
  `body of ${sizes.join(', ')} MB, time a byte against 1 MB: ${perByte.map(time => (time / first).toFixed(2)).join(', ')} (1 is linear)`,
);

if (process.argv.includes('--memory')) {
  const before = heap();
  for (let id = 0; id < 1_000_000; id++) judgeText(message(id, 'x'));
  print(`memory after 1,000,000 messages: ${(heap() - before).toFixed(1)} MB more than before`);
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function report(name: string, ours = 0, peers = 0, least?: number): void {
  const bound = least === undefined ? '' : ` (at least ${least})`;
  print(
    `${name}: ${Math.round(ours)} and ${Math.round(peers)} a second, ratio ${(ours / peers).toFixed(2)}${bound}`,
  );
}

function print(line: string): void {
  console.log(line);
}
