import { MCP_BOUNDS } from './bounds.ts';
import type { Choices, Toolset } from './toolset.ts';

/** What is asked for: an argument, as far as it was typed, of a prompt or of a resource's address. */
export type Asked = {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
};

/** Values that fit, the best first, and how many there are. */
export type Completion = { values: string[]; total: number; hasMore: boolean };

/** Whether any argument of these sets has values to choose among. */
export function offersChoices(sets: readonly Toolset[]): boolean {
  return sets.some(set => [...set.prompts, ...set.resources].some(one => one.choices !== undefined));
}

/** What an argument can be completed to; null where there is no such prompt or resource. */
export async function complete(
  sets: readonly Toolset[],
  { ref, argument }: Asked,
): Promise<Completion | null> {
  const choices = choicesOf(sets, ref);
  if (choices === null) return null;
  const found = matching((await choices[argument.name]?.()) ?? [], argument.value);
  const values = found.slice(0, MCP_BOUNDS.completions);
  return { values, total: found.length, hasMore: values.length < found.length };
}

function choicesOf(sets: readonly Toolset[], ref: Asked['ref']): Choices | null {
  const found =
    ref.type === 'ref/prompt'
      ? sets.flatMap(set => set.prompts).find(one => one.name === ref.name)
      : sets.flatMap(set => set.resources).find(one => one.uri === ref.uri);
  return found === undefined ? null : (found.choices ?? {});
}

/** The values that hold what was typed: those that begin with it, then the others. */
function matching(values: readonly string[], typed: string): readonly string[] {
  const word = typed.toLowerCase();
  const held = values.filter(value => value.toLowerCase().includes(word));
  const begins = (value: string) => value.toLowerCase().startsWith(word);
  return [...held.filter(begins), ...held.filter(value => !begins(value))];
}
