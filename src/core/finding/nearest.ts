/**
 * The known word that a mistyped one most likely meant, or null where none is near (at most two edits away) (section
 * 3.4).
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > 40) return null;
  const plain = fold(word);
  let best: string | null = null;
  let least = 3;
  for (const candidate of known) {
    const edits = distance(plain, fold(candidate));
    if (edits < least && edits < candidate.length / 2) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Edits between two words: a letter more, less, changed, or two that changed places. */
function distance(from: string, to: string): number {
  let above: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = swapped ? (above[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    above = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
