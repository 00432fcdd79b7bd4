import { type ChangelogEntry, readChangelog } from './changelog.ts';
import { folded, markdownTree, nodeText } from './markdown.ts';

/** One change of a version: its line of the changelog as written, and as plain words. */
export type ChangelogLine = { readonly source: string; readonly words: string };

/** A version of the changelog with its changes one by one. */
export type ChangelogVersion = Pick<ChangelogEntry, 'version' | 'posted' | 'effective'> & {
  readonly lines: readonly ChangelogLine[];
};

type Tree = ReturnType<typeof markdownTree>;
type Block = Tree['children'][number];

/**
 * The versions of a changelog with their changes, newest first. A point of a list is a change; where it has points of its own,
 * each of those is one and carries the words above it. Specification section 9.2.
 */
export function changelogVersions(text: string): readonly ChangelogVersion[] {
  return readChangelog(text).map(({ version, posted, effective, source }) => ({
    version,
    posted,
    effective,
    lines: markdownTree(source).children.flatMap(block => linesOf(block, source, [])),
  }));
}

function linesOf(block: Block, source: string, above: readonly ChangelogLine[]): ChangelogLine[] {
  if (block.type === 'list') {
    return block.children.flatMap(item => {
      const [first, ...rest] = item.children;
      if (first === undefined) return [];
      const own = [...above, lineOf(first, source)];
      const below = rest.flatMap(one => linesOf(one, source, own));
      return below.length > 0 ? below : [joined(own)];
    });
  }
  return block.type === 'html' ? [] : [joined([...above, lineOf(block, source)])];
}

function lineOf(block: Block, source: string): ChangelogLine {
  const { start, end } = block.position ?? { start: { offset: 0 }, end: { offset: 0 } };
  return { source: folded(source.slice(start.offset, end.offset)), words: folded(nodeText(block)) };
}

function joined(lines: readonly ChangelogLine[]): ChangelogLine {
  return {
    source: lines.map(line => line.source).join(' '),
    words: lines.map(line => line.words).join(' '),
  };
}
