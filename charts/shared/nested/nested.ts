import type { ChartInput, Pick } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { colorPlaces } from '#charts/shared/colors.ts'
import { nameOf } from '#charts/shared/ranked-rows.ts'
import { GROUPING } from '#core/query/grouping.ts'
import { type Column, column, emptyTable, type Table, type Value } from '#core/table/table.ts'
import { type Valueless, valuelessIn } from '#charts/shared/valueless.ts'

/** The most parts of all levels together that are drawn. */
export const MAX_NODES = 5_000

/** A part and what it is made of. */
export interface Branch {
  readonly name: string
  /** The values of the levels down to its own. */
  readonly pick: Pick
  /** What its room is measured by: the sum of its innermost parts. */
  readonly size: number
  /** What is said of it: the metric over all its rows where the answer tells it, else its size. */
  readonly value: number
  /** The second metric; null where there is none, or where only the parts have one. */
  readonly second: number | null
  /** Where its outermost level stands in the order that colours are given in. */
  readonly place: number
  readonly children: readonly Branch[]
}

export interface Nested extends Valueless {
  readonly branches: readonly Branch[]
  /** How many of the innermost parts are not drawn. */
  readonly left: number
  /** The metric over all rows. */
  readonly total: number
}

interface Asked {
  /** Labels of the levels, the outermost first. */
  readonly levels: readonly string[]
  readonly metric: string
  readonly second?: string | undefined
  readonly dateFormat: string
  /** Whether a level without a value has a part; else what is around it ends there. */
  readonly showNulls: boolean
}

interface Growing {
  name: string
  pick: Pick
  size: number
  value: number | null
  second: number | null
  place: number
  readonly children: Map<Value, Growing>
}

type Known = ReadonlyMap<string, { readonly value: number | null; readonly second: number | null }>

const pathOf = (cells: readonly Value[]): string => JSON.stringify(cells)

/** What the question for totals says of each level but the innermost, by the values down to it. */
function knownOf(table: Table | undefined, { levels, metric, second }: Asked): Known {
  const known = new Map<string, { value: number | null; second: number | null }>()
  const masks = table && column(table, GROUPING)?.values
  if (!table || !masks) return known
  const columns = levels.map((name) => column(table, name)?.values ?? [])
  const [values, seconds] = [metric, second ?? ''].map((name) => column(table, name)?.values ?? [])
  for (let row = 0; row < table.rowCount; row++) {
    // A bit for each level that is summed up, that of the outermost the greatest.
    const depth = levels.findIndex((_, at) => (Number(masks[row]) >> (levels.length - 1 - at)) & 1)
    const path = columns.slice(0, depth < 0 ? levels.length : depth).map((cells) => cells[row] ?? null)
    known.set(pathOf(path), { value: toNumber(values?.[row]), second: toNumber(seconds?.[row]) })
  }
  return known
}

/** Paths that were seen, level within level. */
type Seen = Map<Value, Seen>

/** Remembers a path of values, and how many parts it has that were not seen before. */
function newParts(seen: Seen, levels: readonly Column[], row: number): number {
  let [among, count] = [seen, 0]
  for (const { values } of levels) {
    const cell = values[row] ?? null
    const known = among.get(cell)
    const within: Seen = known ?? new Map()
    if (!known) {
      among.set(cell, within)
      count++
    }
    among = within
  }
  return count
}

/** Which rows are drawn, in their order: the largest, as many as the cap has room for. */
function drawnRows(sizes: readonly number[], levels: readonly Column[]): readonly number[] {
  const rows = sizes.flatMap((size, row) => (size > 0 ? [row] : []))
  if (rows.length * levels.length <= MAX_NODES) return rows
  const seen: Seen = new Map()
  const kept: number[] = []
  let parts = 0
  for (const row of rows.toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))) {
    parts += newParts(seen, levels, row)
    if (parts > MAX_NODES) break
    kept.push(row)
  }
  return kept.toSorted((a, b) => a - b)
}

function branchOf({ children, value, ...own }: Growing): Branch {
  return { ...own, value: value ?? own.size, children: [...children.values()].map(branchOf) }
}

/** Levels within levels. Parts without a number, and those that are not above zero, have no room and are not drawn. */
export function nestedOf(input: Omit<ChartInput, 'form'>, asked: Asked): Nested {
  const [table = emptyTable, totals] = input.tables
  const levels = asked.levels.map((name) => column(table, name)).filter((each) => each !== undefined)
  const measure = column(table, asked.metric)
  const seconds = asked.second === undefined ? undefined : column(table, asked.second)
  const numbers = Array.from({ length: levels.length > 0 ? table.rowCount : 0 }, (_, row) =>
    toNumber(measure?.values[row]),
  )
  const sizes = numbers.map((value) => Math.max(0, value ?? 0))
  const known = knownOf(totals, asked)
  const placeIn = colorPlaces(input, asked.levels.slice(0, 1))
  const roots = new Map<Value, Growing>()
  const rows = drawnRows(sizes, levels)
  const grown = (row: number, depth: number, level: Column): Growing => {
    const path = levels.slice(0, depth + 1).map(({ values }) => values[row] ?? null)
    const isLeaf = depth === levels.length - 1
    const own = { value: toNumber(measure?.values[row]), second: toNumber(seconds?.values[row]) }
    return {
      name: nameOf(level, row, asked.dateFormat),
      pick: Object.fromEntries(path.map((value, at) => [levels[at]?.name ?? '', value])),
      size: 0,
      ...(isLeaf ? own : (known.get(pathOf(path)) ?? { value: null, second: null })),
      place: placeIn(path.slice(0, 1)),
      children: new Map(),
    }
  }
  for (const row of rows) {
    let among = roots
    for (const [depth, level] of levels.entries()) {
      const cell = level.values[row] ?? null
      if (cell === null && !asked.showNulls) break
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
    ...valuelessIn(numbers),
  }
}

/** A part, and the parts it lies in, the outermost first. */
export interface Placed {
  readonly branch: Branch
  readonly around: readonly Branch[]
}

/** All parts, each before what it is made of: the order in which they are numbered when they are drawn. */
export function inOrder(branches: readonly Branch[], around: readonly Branch[] = []): Placed[] {
  return branches.flatMap((branch) => [{ branch, around }, ...inOrder(branch.children, [...around, branch])])
}

/**
 * The same with what is smaller than `least` within a part drawn as one at its end: slivers of one colour beside each other
 * are not told apart. Picking it picks what it lies in.
 */
export function gathered(tree: Nested, least: number, named: (count: number) => string): Nested {
  const within = (branch: Branch): Branch => {
    const thin = branch.children.filter(({ size }) => size < least)
    if (thin.length < 2) return { ...branch, children: branch.children.map(within) }
    const size = thin.reduce((sum, each) => sum + each.size, 0)
    const name = named(inOrder(thin).length)
    const one: Branch = { name, pick: branch.pick, size, value: size, second: null, place: branch.place, children: [] }
    return { ...branch, children: [...branch.children.filter((each) => each.size >= least).map(within), one] }
  }
  return { ...tree, branches: tree.branches.map(within) }
}

/** How many levels there are. */
export function depthOf(branches: readonly Branch[]): number {
  return branches.reduce((most, { children }) => Math.max(most, 1 + depthOf(children)), 0)
}
