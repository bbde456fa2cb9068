import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { colorPositions } from '#charts/shared/colors.ts'
import { nameOf } from '#charts/shared/ranked-rows.ts'
import { GROUPING } from '#core/query/grouping.ts'
import { type Column, column, emptyTable, type Table, type Value } from '#core/table/table.ts'
import { type InvalidPartCount, countInvalidParts } from '#charts/shared/invalid-part-count.ts'

/** The maximum number of drawn parts, over all levels. */
export const MAX_NODES = 5_000

/** A part and its children. */
export interface Branch {
  readonly name: string
  /** The values of its level and all outer ones. */
  readonly selection: SelectedMark
  /** The size of its area: the sum of its innermost parts. */
  readonly size: number
  /** The displayed value: the metric over all its rows if the result has totals, or else its size. */
  readonly value: number
  /** The second metric; null if there is none, or if only the innermost parts have it. */
  readonly second: number | null
  /** The position of its outermost level in the color assignment. */
  readonly colorPosition: number
  readonly children: readonly Branch[]
}

export interface Nested extends InvalidPartCount {
  readonly branches: readonly Branch[]
  /** The number of innermost parts that are not drawn. */
  readonly left: number
  /** The metric over all rows. */
  readonly total: number
}

interface NestedQuery {
  /** Labels of the levels, outermost first. */
  readonly levels: readonly string[]
  readonly metric: string
  readonly second?: string | undefined
  readonly dateFormat: string
  /** Whether a null value of a level makes a part; otherwise the branch ends at its parent. */
  readonly showNulls: boolean
}

interface UnfinishedBranch {
  name: string
  selection: SelectedMark
  size: number
  value: number | null
  second: number | null
  colorPosition: number
  readonly children: Map<Value, UnfinishedBranch>
}

type Known = ReadonlyMap<string, { readonly value: number | null; readonly second: number | null }>

const pathOf = (cells: readonly Value[]): string => JSON.stringify(cells)

/** Reads the totals of each level except the innermost, by the path of values. */
function knownOf(table: Table | undefined, { levels, metric, second }: NestedQuery): Known {
  const known = new Map<string, { value: number | null; second: number | null }>()
  const masks = table && column(table, GROUPING)?.values
  if (!table || !masks) return known
  const columns = levels.map((name) => column(table, name)?.values ?? [])
  const [values, seconds] = [metric, second ?? ''].map((name) => column(table, name)?.values ?? [])
  for (let row = 0; row < table.rowCount; row++) {
    // One bit per aggregated level, the outermost being the most significant.
    const depth = levels.findIndex((_, index) => (Number(masks[row]) >> (levels.length - 1 - index)) & 1)
    const path = columns.slice(0, depth < 0 ? levels.length : depth).map((cells) => cells[row] ?? null)
    known.set(pathOf(path), { value: toNumber(values?.[row]), second: toNumber(seconds?.[row]) })
  }
  return known
}

/** The paths seen so far, as nested maps. */
type PathMap = Map<Value, PathMap>

/** Records a path of values and returns the number of parts in it that are new. */
function newParts(seen: PathMap, levels: readonly Column[], row: number): number {
  let [among, count] = [seen, 0]
  for (const { values } of levels) {
    const cell = values[row] ?? null
    const existing = among.get(cell)
    const within: PathMap = existing ?? new Map()
    if (!existing) {
      among.set(cell, within)
      count++
    }
    among = within
  }
  return count
}

/** Returns the rows to draw in their order: the largest, up to the maximum number of parts. */
function drawnRows(sizes: readonly number[], levels: readonly Column[]): readonly number[] {
  const rows = sizes.flatMap((size, row) => (size > 0 ? [row] : []))
  if (rows.length * levels.length <= MAX_NODES) return rows
  const seen: PathMap = new Map()
  const stored: number[] = []
  let parts = 0
  for (const row of rows.toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))) {
    parts += newParts(seen, levels, row)
    if (parts > MAX_NODES) break
    stored.push(row)
  }
  return stored.toSorted((a, b) => a - b)
}

function branchOf({ children, value, ...own }: UnfinishedBranch): Branch {
  return { ...own, value: value ?? own.size, children: [...children.values()].map(branchOf) }
}

/** Builds the hierarchy. Parts with a missing, zero or negative value have no area and are not drawn. */
export function nestedOf(input: Omit<ChartInput, 'form'>, requested: NestedQuery): Nested {
  const [table = emptyTable, totals] = input.tables
  const levels = requested.levels.map((name) => column(table, name)).filter((each) => each !== undefined)
  const measure = column(table, requested.metric)
  const seconds = requested.second === undefined ? undefined : column(table, requested.second)
  const numbers = Array.from({ length: levels.length > 0 ? table.rowCount : 0 }, (_, row) =>
    toNumber(measure?.values[row]),
  )
  const sizes = numbers.map((value) => Math.max(0, value ?? 0))
  const known = knownOf(totals, requested)
  const colorPositionOf = colorPositions(input, requested.levels.slice(0, 1))
  const roots = new Map<Value, UnfinishedBranch>()
  const rows = drawnRows(sizes, levels)
  const grown = (row: number, depth: number, level: Column): UnfinishedBranch => {
    const path = levels.slice(0, depth + 1).map(({ values }) => values[row] ?? null)
    const isLeaf = depth === levels.length - 1
    const own = { value: toNumber(measure?.values[row]), second: toNumber(seconds?.values[row]) }
    return {
      name: nameOf(level, row, requested.dateFormat),
      selection: Object.fromEntries(path.map((value, index) => [levels[index]?.name ?? '', value])),
      size: 0,
      ...(isLeaf ? own : (known.get(pathOf(path)) ?? { value: null, second: null })),
      colorPosition: colorPositionOf(path.slice(0, 1)),
      children: new Map(),
    }
  }
  for (const row of rows) {
    let among = roots
    for (const [depth, level] of levels.entries()) {
      const cell = level.values[row] ?? null
      if (cell === null && !requested.showNulls) break
      let found = among.get(cell)
      if (!found) {
        found = grown(row, depth, level)
        among.set(cell, found)
      }
      found.size += sizes[row] ?? 0
      among = found.children
    }
  }
  const branches = [...roots.values()].map(branchOf)
  const sum = branches.reduce((all, { size }) => all + size, 0)
  return {
    branches,
    left: sizes.filter((size) => size > 0).length - rows.length,
    total: known.get(pathOf([]))?.value ?? sum,
    ...countInvalidParts(numbers),
  }
}

/** A part with its ancestors, outermost first. */
export interface BranchPath {
  readonly branch: Branch
  readonly ancestors: readonly Branch[]
}

/** Returns all parts, parents before children: the order of their indexes when drawn. */
export function flattenBranches(branches: readonly Branch[], ancestors: readonly Branch[] = []): BranchPath[] {
  return branches.flatMap((branch) => [
    { branch, ancestors },
    ...flattenBranches(branch.children, [...ancestors, branch]),
  ])
}

/**
 * Merges the children of a part that are smaller than `least` into one at the end: thin parts of the same color are
 * indistinguishable. Selecting the merged part selects its parent.
 */
export function mergeSmallParts(tree: Nested, least: number, named: (count: number) => string): Nested {
  const within = (branch: Branch): Branch => {
    const thin = branch.children.filter(({ size }) => size < least)
    if (thin.length < 2) return { ...branch, children: branch.children.map(within) }
    const size = thin.reduce((sum, each) => sum + each.size, 0)
    const name = named(flattenBranches(thin).length)
    const one: Branch = {
      name,
      selection: branch.selection,
      size,
      value: size,
      second: null,
      colorPosition: branch.colorPosition,
      children: [],
    }
    return { ...branch, children: [...branch.children.filter((each) => each.size >= least).map(within), one] }
  }
  return { ...tree, branches: tree.branches.map(within) }
}

/** Returns the number of levels. */
export function depthOf(branches: readonly Branch[]): number {
  return branches.reduce((most, { children }) => Math.max(most, 1 + depthOf(children)), 0)
}
