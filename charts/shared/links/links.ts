import { localNumber } from '#core/format/locale.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { dimensionText, toNumber } from '#charts/shared/cell.ts'
import { colorPositions } from '#charts/shared/colors.ts'
import {
  joinedNotes,
  type InvalidPartCount,
  countInvalidParts,
  invalidPartsNote,
} from '#charts/shared/invalid-part-count.ts'
import type { FormData } from '#core/form/form-data.ts'
import { metricOf } from '#core/form/base-query.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn } from '#core/query/query-object.ts'
import { type Column, column, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'

/** The maximum number of nodes; those with the largest values are drawn. */
const MAX_NODES = 5000
/** The maximum number of links; the largest are drawn. */
const MAX_LINKS = 20_000

/** A node, with the position of its color in the scheme. */
export interface LinkNode {
  readonly name: string
  readonly colorPosition: number
  /** The sum of its outgoing or of its incoming links, whichever is larger. */
  readonly value: number
  readonly selection: SelectedMark
  /** The category that distinguishes it in addition to its name. */
  readonly category?: string
}

/** A link between two nodes, by their indexes. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly selection: SelectedMark
}

export interface Links extends InvalidPartCount {
  readonly metric: string
  readonly nodes: readonly LinkNode[]
  readonly links: readonly Link[]
  /** The number of nodes and links that are not drawn. */
  readonly hiddenNodes: number
  readonly hiddenLinks: number
}

/** The columns of source, target and the categories of both. */
export interface LinkKeys {
  readonly source: QueryColumn | undefined
  readonly target: QueryColumn | undefined
  readonly sourceCategory?: QueryColumn | undefined
  readonly targetCategory?: QueryColumn | undefined
}

interface LinkRows {
  readonly name: string
  /** The selection of the node; by its source column if it occurs as a source. */
  selection: SelectedMark
  readonly cell: Value
  readonly category?: string | undefined
  out: number
  in: number
}

interface FoundLink {
  readonly from: LinkRows
  readonly to: LinkRows
  value: number
  readonly selection: SelectedMark
}

/** Collects the nodes at both ends of links. */
class Ends {
  private readonly found = new Map<string, LinkRows>()

  /** Returns the node of this name. Its first occurrence determines its category and its selection. */
  of(cells: Column, row: number, category: Column | undefined): LinkRows {
    const cell = cells.values[row] ?? null
    const name = dimensionText(cell, cells.type)
    const existing = this.found.get(name)
    if (existing) return existing
    const kind = category ? { category: dimensionText(category.values[row], category.type) } : {}
    const made: LinkRows = { name, cell, selection: { [cells.name]: cell }, ...kind, out: 0, in: 0 }
    this.found.set(name, made)
    return made
  }

  get all(): LinkRows[] {
    return [...this.found.values()]
  }
}

function readLinkRows(
  input: ChartInput,
  keys: LinkKeys,
  metric: string,
): { ends: Ends; links: FoundLink[]; valueless: InvalidPartCount } {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const at = (key: QueryColumn | undefined) => (key === undefined ? undefined : column(table, columnLabel(key)))
  const [source, target, values] = [at(keys.source), at(keys.target), column(table, metric)]
  const [sourceKind, targetKind] = [at(keys.sourceCategory), at(keys.targetCategory)]
  const ends = new Ends()
  const links: FoundLink[] = []
  const between = new Map<LinkRows, Map<LinkRows, FoundLink>>()
  if (!source || !target) return { ends, links: [], valueless: {} }
  const numbers = Array.from({ length: table.rowCount }, (_, row) => toNumber(values?.values[row]))
  for (let row = 0; row < table.rowCount; row++) {
    const value = numbers[row] ?? null
    if (value === null || value <= 0) continue
    const [from, to] = [ends.of(source, row, sourceKind), ends.of(target, row, targetKind)]
    if (from.out === 0) from.selection = { [source.name]: from.cell }
    from.out += value
    to.in += value
    const outOf = between.get(from) ?? new Map<LinkRows, FoundLink>()
    between.set(from, outOf)
    const existing = outOf.get(to)
    if (existing) existing.value += value
    else {
      const selection = { [source.name]: source.values[row] ?? null, [target.name]: target.values[row] ?? null }
      const link = { from, to, value, selection }
      outOf.set(to, link)
      links.push(link)
    }
  }
  return { ends, links, valueless: countInvalidParts(numbers) }
}

const valueOf = (node: LinkRows): number => Math.max(node.out, node.in)

/** Returns the largest items in their original order. */
function largest<T>(all: readonly T[], most: number, size: (each: T) => number): readonly T[] {
  if (all.length <= most) return all
  const stored = new Set(all.toSorted((a, b) => size(b) - size(a)).slice(0, most))
  return all.filter((each) => stored.has(each))
}

/** Builds nodes and links from the rows with a positive value; equal links are merged. */
export function linksOf(input: ChartInput, keys: LinkKeys): Links {
  const chosen = metricOf(input.form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const { ends, links, valueless } = readLinkRows(input, keys, metric)
  const nodes = largest(ends.all, MAX_NODES, valueOf)
  const index = new Map(nodes.map((node, at) => [node, at]))
  const between = links.filter(({ from, to }) => index.has(from) && index.has(to))
  const drawn = largest(between, MAX_LINKS, ({ value }) => value)
  const colorPositionOf = colorPositions(input, keys.source === undefined ? [] : [columnLabel(keys.source)])
  return {
    metric: input.dataset.verbose_map[metric] ?? metric,
    nodes: nodes.map((node) => ({
      name: node.name,
      colorPosition: colorPositionOf([node.cell]),
      value: valueOf(node),
      selection: node.selection,
      ...(node.category === undefined ? {} : { category: node.category }),
    })),
    links: drawn.map(({ from, to, value, selection }) => ({
      from: index.get(from) ?? 0,
      to: index.get(to) ?? 0,
      value,
      selection,
    })),
    hiddenNodes: ends.all.length - nodes.length,
    hiddenLinks: links.length - drawn.length,
    ...valueless,
  }
}

/** Returns the columns that the form has under these keys, without duplicates. */
export function keyColumns(form: FormData, ...keys: readonly string[]): readonly QueryColumn[] {
  const named = keys.flatMap((key) => [form[key]].flat()).flatMap((each) => asColumn(each) ?? [])
  return named.filter((each, at) => named.findIndex((other) => columnLabel(other) === columnLabel(each)) === at)
}

/** Returns the note about omitted data; empty if nothing is omitted. */
export function hiddenText(all: Links): string {
  return joinedNotes(beyondText(all), invalidPartsNote(all))
}

function beyondText({ nodes, links, hiddenNodes, hiddenLinks }: Links): string {
  const count = (value: number) => localNumber.format(value)
  if (hiddenNodes > 0)
    return t('The %s largest of %s nodes are drawn', count(nodes.length), count(nodes.length + hiddenNodes))
  if (hiddenLinks > 0)
    return t('The %s largest of %s links are drawn', count(links.length), count(links.length + hiddenLinks))
  return ''
}
