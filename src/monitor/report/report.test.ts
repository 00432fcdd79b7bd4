import { describe, expect, it } from 'vitest';
import type { MonitorResult } from '../../core/report/monitor-json.ts';
import { someResult } from '../../store/store.test-support.ts';
import type { ReportEntry } from '../../store/store.ts';
import { duty } from '../duty/duty.ts';
import { markdownReport } from './markdown.ts';
import { plainReport } from './plain.ts';
import { isEmpty, type ReportOptions, reportOf } from './report.ts';
import { rollUpMarkdown, rollUpOf, rollUpText } from './roll-up.ts';

const OPTIONS: ReportOptions = {
  ...{ config: '/my config/aimf.yml', at: Date.parse('2026-11-30T17:00:00Z'), wires: [] },
  ...{
    surface: 'everywhere',
    limit: 3,
    checkout: null,
    own: 'andrew@example.net',
    timeZone: 'America/New_York',
  },
};
const entry = (key: string, change: Partial<MonitorResult> = {}): ReportEntry => ({
  ...{ kind: 'result', key, recorded: 0 },
  result: someResult(key, { envelope: { type: 'NOTE', id: key, from: 'scott@example.com' }, ...change }),
});
const told = (code: 'expiry' | 'ack-awaited'): ReportEntry => {
  const one = duty(code, { agreement: 'AGR-1' }, ['AGR-1'], null);
  return { kind: 'duty', key: one.key, recorded: 0, duty: one };
};
const FLAG: MonitorResult['findings'][number] = {
  ...{ code: 'duplicate-changed', level: 'flag', gate: null, message: 'It differs', remedy: 'Ask' },
  ...{ line: null, column: null, field: null },
};

describe('a report', () => {
  it('has what needs a person first, each kind under its title (10.2)', () => {
    const report = reportOf(
      [
        entry('n'),
        entry('d', { verdict: 'duplicate', findings: [FLAG] }),
        entry('q', { envelope: { type: 'QUESTION', id: 'q' } }),
        told('expiry'),
      ],
      OPTIONS,
    );
    expect(report.sections.map(one => one.title)).toEqual(['Questions to you', 'Notes', 'Duplicates']);
    expect(report).toMatchObject({ needing: 3, keys: ['n', 'd', 'q', 'duty:expiry:AGR-1'] });
    expect(plainReport(report)).toMatch(/^! Agreement AGR-1 [\s\S]*3 need you, 3 messages shown\n$/);
    expect(markdownReport(report, 'America/New_York')).toMatch(/^# 2026-11-30 12:00 \(America\/New_York\)\n/);
  });

  it('shows no more than a person reads, and counts the rest (10.2)', () => {
    const entries = ['1', '2', '3', '4', '5'].map(key => entry(key));
    const report = reportOf(entries, OPTIONS);
    expect(report.unshown).toEqual({ quiet: 0, elsewhere: 0, over: 2 });
    expect(report.keys).toHaveLength(5);
    expect(plainReport(report)).toContain('3 messages shown, 2 more in the files');
  });

  it('says when each message arrived, in the time of the owner (10.2)', () => {
    const report = reportOf([entry('n')], OPTIONS);
    const arrived = 'Arrived 2026-11-30 09:30 (America/New_York)';
    expect(plainReport(report)).toContain(`Shown as it came. No action was taken. ${arrived}\n`);
    expect(markdownReport(report, 'America/New_York')).toContain(`No action was taken. ${arrived}.\n`);
  });

  it('never calls a run quiet whose wire could not be read (10.2)', () => {
    const wire = {
      kind: 'folder',
      name: './drop',
      ok: false,
      error: 'no',
      watermark: null,
      new: 0,
      notes: [],
    };
    const report = reportOf([], { ...OPTIONS, wires: [wire] });
    expect(plainReport(report)).toContain('No message needs you, 1 wire could not be read');
    expect(plainReport(reportOf([], OPTIONS))).toBe('Nothing needs you\n');
  });

  it('says what was done with a file, and what it is (5.4)', () => {
    const file = {
      ...{ name: 'plan.pdf', bytes: 2_345_678, type: 'application/pdf', pages: 3 },
      ...{ width: null, height: null, lines: [] },
    };
    const photo = { ...file, name: 'x.png', type: 'image/png', pages: null, width: 640, height: 480 };
    const report = reportOf(
      [
        entry('f', {
          envelope: { type: 'FILE_DROP', id: 'f' },
          stored: ['/state/files/aa', '/state/files/bb'],
          files: [file, photo],
        }),
      ],
      OPTIONS,
    );
    for (const text of [plainReport(report), markdownReport(report, 'UTC')]) {
      expect(text).toContain('PDF document, 3 pages, 2.3 MB');
      expect(text).toContain('PNG image, 640 × 480 pixels, 2.3 MB');
      expect(text).toContain('/state/files/aa');
    }
  });

  it('a command is whole, quoted for a shell, and on its own line (8.3)', () => {
    const proposal = { envelope: { type: 'NOTE', id: 'p', from: "o'neil@example.com" } };
    const asked = { ...proposal, fields: { subject: 'Proposal: x' }, message: '/state/messages/aa.md' };
    const report = reportOf([entry('p', { ...asked, transport: 'folder' })], OPTIONS);
    const command =
      "aimf proposal record /state/messages/aa.md --config '/my config/aimf.yml' --as 'o'\\''neil@example.com' --transport folder --at 2026-11-30T14:30:00.000Z";
    expect(plainReport(report)).toContain(`\n        ${command}\n`);
    expect(markdownReport(report, 'UTC')).toContain(`\n\`\`\`sh\n${command}\n\`\`\`\n`);
  });

  it('a command works wherever the owner stands, or says where it does (8.3)', () => {
    const proposal = { fields: { subject: 'Proposal: x' }, message: '/state/messages/aa.eml' };
    const refusal: Partial<MonitorResult> = {
      envelope: { type: 'STATUS', id: 's', agreement: 'AGR-1' },
      request: { form: 'cannot-implement', fields: { version: 'v1.11' } },
    };
    const text = (checkout: string | null) =>
      plainReport(reportOf([entry('p', proposal), entry('r', refusal)], { ...OPTIONS, checkout }));
    expect(text('/my repo')).toContain(" --at 2026-11-30T14:30:00.000Z --repo '/my repo'\n");
    expect(text('/my repo')).toContain(
      "aimf agreement pause AGR-1 'cannot implement v1.11' --repo '/my repo'\n",
    );
    expect(text('/my repo')).not.toContain('in a checkout');
    expect(text(null).match(/, in a checkout of the canonical repository\n/g)).toHaveLength(2);
  });

  it('an announcement is answered by an acknowledgement, and by no pause (9.5)', () => {
    const detail = 'Now v1.11 (effective 2026-12-20): a STATUS may carry a link.';
    const announced = { topic: 'AIMF protocol update', state: 'attention', detail };
    const one = entry('s', {
      envelope: { type: 'STATUS', id: 's', agreement: 'AGR-1' },
      fields: announced,
      message: '/state/messages/aa.eml',
    });
    const text = plainReport(reportOf([one], OPTIONS));
    expect(text).toContain('A version is announced (1)');
    expect(text).toContain('\n        aimf ack /state/messages/aa.eml --from andrew@example.net\n');
    expect(text).not.toContain('pause');
  });

  it('what a newcomer leaves open is asked of the owner (9.7)', () => {
    const asked = (labels: readonly string[]) =>
      entry('x', {
        ...{ verdict: 'access-request', gate: 'allowlist', message: '/state/messages/aa.eml' },
        request_findings: labels.map(label => ({
          ...{ code: 'form-field-missing', level: 'error', remedy: '' },
          message: `There is no answer under "${label}"`,
        })),
      });
    const text = (labels: readonly string[]) => plainReport(reportOf([asked(labels)], OPTIONS));
    expect(text(['Purpose', 'How you will watch for updates'])).toContain(
      'write a label for LABEL, and add --purpose TEXT --update-watch TEXT, which the message leaves open',
    );
    expect(text([])).toContain('write a label for LABEL, in a checkout');
  });

  it('other content under an id that was used is told from the same again (6.7)', () => {
    const same = entry('d', { verdict: 'duplicate' });
    const other = entry('d', { verdict: 'duplicate', findings: [FLAG] });
    expect(plainReport(reportOf([same], OPTIONS))).toContain('It came before, and counts once');
    expect(plainReport(reportOf([other], OPTIONS))).toContain('Its id came before with other content');
  });

  it('no name of a file can put a line into a command (6.3)', () => {
    const evil = { fields: { subject: 'Proposal: x' }, message: "/drop/a'\nrm -rf ~\n'.md" };
    const text = plainReport(reportOf([entry('p', evil)], OPTIONS));
    expect(text).not.toContain('rm -rf');
    expect(text).toContain('save the message and run aimf proposal record FILE');
  });

  it('a long letter stands in the file as it came (4.1)', () => {
    const body = `${'word '.repeat(2000)}the end`;
    const text = markdownReport(reportOf([entry('n', { body })], OPTIONS), 'UTC');
    expect(text).toContain('the end\n```');
  });

  it('is empty where nothing is to be read now (4.4)', () => {
    const quiet = entry('s', { envelope: { type: 'STATUS', id: 's' }, fields: { state: 'ok' } });
    expect(isEmpty(reportOf([quiet], OPTIONS))).toBe(true);
    expect(isEmpty(reportOf([told('ack-awaited')], OPTIONS))).toBe(false);
  });
});

describe('a day', () => {
  const run = (started: number, end: { ok: boolean } | null) => ({
    ...{ run: 1, started },
    end: end === null ? null : { at: started, messages: 0, ...end },
  });

  it('is told with what came, what needs a person, and the sign of life (10.5)', () => {
    const runs = [run(1, { ok: true }), run(2, { ok: false }), run(3, null)];
    const entries = [entry('n'), entry('a', { verdict: 'attempt', gate: 'schema' }), told('expiry')];
    const day = rollUpOf('2026-11-30', entries, runs);
    expect(day).toMatchObject({ verdicts: { accepted: 1, attempt: 1 }, over: 0 });
    expect(day.heartbeat).toBe(
      '2026-11-30 alive: 3 runs, 1 in which a wire could not be read, 1 cut off, 2 messages reported',
    );
    expect(rollUpText(day)).toMatch(/! attempt at schema: NOTE a .*\n {2}accepted: NOTE n /);
    expect(rollUpMarkdown(day)).toContain('- **needs you** attempt at schema: `NOTE a` from');
  });

  it('of thousands shows what needs a person first (10.2)', () => {
    const many = Array.from({ length: 700 }, (_, at) => entry(`n${at}`));
    const day = rollUpOf('2026-11-30', [...many, entry('a', { verdict: 'attempt' })], []);
    expect([day.lines.length, day.lines[0]?.key, day.over]).toEqual([500, 'a', 201]);
    expect(rollUpText(day)).toContain('And 201 more');
  });
});
