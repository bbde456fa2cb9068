import type { Path } from './grid.ts'

const SUBTOTAL = 'Subtotal'

/** An item with a label path. */
export interface LabelPathItem {
  readonly path: Path
}

/** The name and position of total lines. */
export interface LineNames {
  readonly total: string
  /** True if subtotals precede their groups. The grand total is always last. */
  readonly isFirst: boolean
}

/**
 * Returns the entries in the order of their labels with a total line for all of them and a subtotal for each group with
 * a common prefix. `make` receives the number of levels that the members of the group share.
 */
export function withLines<T extends LabelPathItem>(
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
      while (to < entries.length && hasSamePrefix(entries[to]?.path ?? [], group)) to++
      const rest = Array.from({ length: depth - shared - 1 }, () => '')
      const path = [...group, shared === 0 ? total : SUBTOTAL, ...rest]
      const line = make(entries.slice(from, to), path, shared)
      if (isFirst && shared > 0) before.set(from, [line, ...(before.get(from) ?? [])])
      else behind.set(to, [...(behind.get(to) ?? []), line])
      from = to
    }
  }
  return entries.flatMap((entry, index) => [...(before.get(index) ?? []), entry, ...(behind.get(index + 1) ?? [])])
}

function hasSamePrefix(path: Path, group: Path): boolean {
  return group.every((value, level) => path[level] === value)
}
