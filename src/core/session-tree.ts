/** A session as far as a tree needs it. */
interface Linked {
  readonly id: string;
  /** Whom it goes on from. */
  readonly continues: string | null;
}

/** A session in its place. */
export interface TreeRow<T> {
  readonly session: T;
  /** Drawn before its first line, and before each further line of it. */
  readonly lead: string;
  readonly under: string;
  /** The session it goes on from stands above it, and the lines lead there. */
  readonly isLinked: boolean;
}

interface Forest<T> {
  readonly roots: readonly T[];
  /** Whoever leads to the newest session comes first. */
  readonly children: ReadonlyMap<string, readonly T[]>;
}

/**
 * Who goes on from whom: each tree from its oldest session down to its newest, the tree with the
 * newest session first. A row of successors stays in one column, as most of them are; only where two
 * go on from one, the one that was left earlier is indented. Sessions in a circle are cut open.
 * @param newestFirst in the order of their last activity
 */
export function treeRows<T extends Linked>(newestFirst: readonly T[]): readonly TreeRow<T>[] {
  const forest = forestOf(newestFirst);
  return forest.roots.flatMap((root) => [...lineRows(forest, root, '', true)]);
}

function forestOf<T extends Linked>(newestFirst: readonly T[]): Forest<T> {
  const listed = new Map(newestFirst.map((session) => [session.id, session]));
  const roots: T[] = [];
  const children = new Map<string, T[]>();
  const placed = new Set<string>();
  for (const session of newestFirst) {
    const climbed = new Set<string>();
    let at: T | undefined = session;
    while (at !== undefined && !placed.has(at.id)) {
      placed.add(at.id);
      climbed.add(at.id);
      const parent: T | undefined = listed.get(at.continues ?? '');
      if (parent === undefined || climbed.has(parent.id)) {
        roots.push(at);
        break;
      }
      children.set(parent.id, [...(children.get(parent.id) ?? []), at]);
      at = parent;
    }
  }
  return { roots, children };
}

/** A session, who goes on from it to the newest one, and between them those that branch off. */
function* lineRows<T extends Linked>(
  forest: Forest<T>,
  first: T,
  indent: string,
  isRoot: boolean,
): Generator<TreeRow<T>> {
  for (let at: T | undefined = first; at !== undefined; ) {
    const [next, ...branches]: readonly T[] = forest.children.get(at.id) ?? [];
    const isHead = isRoot && at === first;
    const [lead, under] = glyphs(isHead, next === undefined);
    yield { session: at, lead: indent + lead, under: indent + under, isLinked: !isHead };
    for (const branch of branches.toReversed()) {
      yield* lineRows(forest, branch, `${indent}│ `, false);
    }
    at = next;
  }
}

function glyphs(isHead: boolean, isLast: boolean): readonly [lead: string, under: string] {
  if (isHead) return ['', isLast ? '' : '│ '];
  return isLast ? ['└ ', '  '] : ['├ ', '│ '];
}
