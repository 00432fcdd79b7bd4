import type { RegistryFile } from '../../core/registry/registry.ts';

/** The line before each file of a registry, where several stand in one box. */
const HEADING = /^# file: (\S+)$/;

/** The files of a registry as one text that a person can read and edit. */
export function recordsText(records: readonly RegistryFile[]): string {
  return records.map(({ path, text }) => `# file: ${path}\n${text.replace(/\n?$/, '\n')}`).join('\n');
}

/** The files in such a text; what stands before the first heading is taken for one agreement. */
export function recordsIn(text: string): readonly RegistryFile[] {
  const files: { path: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const path = HEADING.exec(line)?.[1];
    if (path !== undefined) files.push({ path, lines: [] });
    else if (files.length > 0) files.at(-1)?.lines.push(line);
    else if (line.trim() !== '') files.push({ path: 'agreements/written.yml', lines: [line] });
  }
  return files.map(({ path, lines }) => ({ path, text: `${lines.join('\n').replace(/\n+$/, '')}\n` }));
}
