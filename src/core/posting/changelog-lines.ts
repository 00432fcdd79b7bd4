import { type ChangelogEntry, readChangelog } from './changelog.ts';
import { folded, markdownTree, nodeText } from './markdown.ts';

/** One change of a version: its line of the changelog as written, the lines that it stands under, and all of it as plain words. */
export type ChangelogLine = {
  readonly source: string;
  /** What stands above it where it is a point below another one; empty where it stands by itself. */
  readonly above: string;
  readonly words: string;
};

/** A version of the changelog with its changes one by one. */
export type ChangelogVersion = Pick<ChangelogEntry, 'version' | 'posted' | 'effective'> & {
  readonly lines: readonly ChangelogLine[];
};

type Block = ReturnType<typeof markdownTree>['children'][number];

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
      const own = lineOf(first, source, above);
      const below = rest.flatMap(one => linesOf(one, source, [...above, own]));
      return below.length > 0 ? below : [own];
    });
  }
  return block.type === 'html' ? [] : [lineOf(block, source, above)];
}

function lineOf(block: Block, source: string, above: readonly ChangelogLine[]): ChangelogLine {
  const { start, end } = block.position ?? { start: { offset: 0 }, end: { offset: 0 } };
  const over = above.at(-1);
  return {
    source: folded(source.slice(start.offset, end.offset)),
    above: above.map(line => line.source).join(' '),
    words: `${over === undefined ? '' : `${over.words} `}${folded(nodeText(block))}`,
  };
}
