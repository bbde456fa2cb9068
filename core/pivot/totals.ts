import type { Path } from './grid.ts'

const SUBTOTAL = 'Subtotal'

/** What stands under a label. */
export interface Labelled {
  readonly path: Path
}

/** What the lines of totals are called and where they stand. */
export interface LineNames {
  readonly total: string
  /** Subtotals stand before their groups. The total of all is always the last. */
  readonly isFirst: boolean
}

/**
 * Entries in the order of their labels with a line more for each group of them: for all, and for those alike in all but
 * the last levels. `make` is told how many levels the members of the group share.
 */
export function withLines<T extends Labelled>(
  entries: readonly T[],
  { total, isFirst }: LineNames,
  make: (members: readonly T[], path: Path, shared: number) => T,
): readonly T[] {
  const depth = entries[0]?.path.length ?? 0
  const before = new Map<number, T[]>()
  const behind = new Map<number, T[]>()
  // Inner groups end before outer ones.
  for (let shared = depth - 1; shared >= 0; shared--) {
    for (let from = 0; from < entries.length; ) {
      const group = entries[from]?.path.slice(0, shared) ?? []
      let to = from + 1
      while (to < entries.length && sameStart(entries[to]?.path ?? [], group)) to++
      const rest = Array.from({ length: depth - shared - 1 }, () => '')
      const path = [...group, shared === 0 ? total : SUBTOTAL, ...rest]
      const line = make(entries.slice(from, to), path, shared)
      if (isFirst && shared > 0) before.set(from, [line, ...(before.get(from) ?? [])])
      else behind.set(to, [...(behind.get(to) ?? []), line])
      from = to
    }
  }
  return entries.flatMap((entry, at) => [...(before.get(at) ?? []), entry, ...(behind.get(at + 1) ?? [])])
}

function sameStart(path: Path, group: Path): boolean {
  return group.every((value, level) => path[level] === value)
}
