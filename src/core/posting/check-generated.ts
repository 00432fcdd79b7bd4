import type { Change } from './change.ts';
import { generatedFiles } from './generated.ts';
import { surfaceNamed } from './manifest.ts';
import { folded } from './markdown.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { textAt } from './snapshot.ts';

/** Every generated file is what would be generated; the update prompt is a pointer and nothing more (sections 9.2, 9.3). */
export function checkGenerated({ head, manifest }: Change): PostingFinding[] {
  const prompt = surfaceNamed(manifest, 'update-prompt')?.path;
  return [...(generatedFiles(head, manifest) ?? [])].flatMap(([path, text]) => {
    const given = textAt(head, path);
    if (given === text) return [];
    const line = firstDifference(given ?? '', text);
    const code = path === prompt && given !== null ? 'update-prompt-altered' : 'generated-stale';
    return [postingFinding(code, { path }, { file: path, line })];
  });
}

/**
 * The update prompt of a change that is no posting: a comment in it is read by every bot that is given it, though it counts
 * for no change of a surface. White space and line ends alone are no words.
 */
export function checkPrompt({ base, head, manifest }: Change): PostingFinding[] {
  const path = surfaceNamed(manifest, 'update-prompt')?.path;
  const given = path === undefined ? null : textAt(head, path);
  if (path === undefined || given === null || base.get(path)?.bytes === head.get(path)?.bytes) return [];
  const text = generatedFiles(head, manifest)?.get(path);
  if (text === undefined || folded(given) === folded(text)) return [];
  return [
    postingFinding('update-prompt-altered', { path }, { file: path, line: firstDifference(given, text) }),
  ];
}

function firstDifference(given: string, expected: string): number {
  const rows = expected.split('\n');
  const at = given.split('\n').findIndex((row, index) => row !== rows[index]);
  return at === -1 ? 1 : at + 1;
}
