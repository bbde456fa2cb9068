import type { ChartType } from '#charts/chart.ts'
import type { DimensionRequirement, MetricRequirement, DataRequirement, TitlePart } from '#charts/data-requirement.ts'
import { controlsOf } from '#controls/form.ts'
import { t } from '#core/text/t.ts'
import type { DrawableParts, CountedColumn, MeasuredColumn } from './drawable-fields.ts'

/** A chart that can be drawn from a dataset without further input. */
export interface Suggestion {
  readonly vizType: string
  readonly title: string
  /** The control values in addition to those of a new chart. */
  readonly controls: Readonly<Record<string, unknown>>
}

/** The maximum number of suggestions. */
const MAX_OFFERED = 6

/** The control values that a data requirement takes from the dataset's drawable parts. */
interface TakenFields {
  readonly controls: Readonly<Record<string, readonly unknown[]>>
  readonly parts: Readonly<Record<TitlePart, readonly string[]>>
}

type ControlAssignments<T> = { readonly control: string; readonly items: readonly T[] }[]

/**
 * Assigns dimensions to the controls that need them, in order. Undefined if a need is not met, or if a selected
 * dimension is left over.
 */
function assignDimensions(
  needs: readonly DimensionRequirement[],
  dimensions: readonly CountedColumn[],
  { isChosen, takes }: { isChosen: boolean; takes: 'least' | 'most' },
): ControlAssignments<CountedColumn> | undefined {
  let left = dimensions
  const dealt: ControlAssignments<CountedColumn> = []
  for (const { control, from, to, least = 1, most = Math.max(1, least) } of needs) {
    const fitting = left.filter(({ distinct }) => distinct >= from && distinct <= to)
    const items = fitting.slice(0, takes === 'most' ? most : least)
    if (items.length < least) return undefined
    left = left.filter((each) => !items.includes(each))
    if (items.length > 0) dealt.push({ control, items })
  }
  return isChosen && left.length > 0 ? undefined : dealt
}

/**
 * Returns the first complete assignment. Selected dimensions are tried in both orders, and with the maximum and the
 * minimum per control.
 */
function assignAll(needs: readonly DimensionRequirement[], dimensions: readonly CountedColumn[], isChosen: boolean) {
  for (const takes of isChosen ? (['most', 'least'] as const) : (['least'] as const))
    for (const all of [dimensions, dimensions.toReversed()]) {
      const dealt = assignDimensions(needs, all, { isChosen, takes })
      if (dealt) return dealt
    }
  return undefined
}

/** Assigns metrics to controls in the same way; the usual metric fills in for missing selections. */
function assignMetrics(
  needs: readonly MetricRequirement[],
  drawable: DrawableParts,
): ControlAssignments<MeasuredColumn> | undefined {
  const chosen = [...drawable.metrics]
  const means = [...drawable.means]
  const usual = {
    rows: () => drawable.count,
    amount: () => drawable.amount,
    mean: () => means.shift(),
  }
  const dealt: ControlAssignments<MeasuredColumn> = []
  for (const { control, usual: name, most = 1 } of needs) {
    const items = chosen.splice(0, most)
    const other = items.length === 0 ? usual[name]() : undefined
    if (other) items.push(other)
    if (items.length === 0) return undefined
    dealt.push({ control, items })
  }
  return chosen.length > 0 ? undefined : dealt
}

/**
 * Returns the values of controls that take a numeric column, a position or a country column; undefined if one is
 * missing.
 */
function valuesOfSingleFields(
  requirement: DataRequirement,
  { numbers, position, country }: DrawableParts,
): Record<string, unknown> | undefined {
  const number = requirement.number && numbers.find(({ distinct }) => distinct >= (requirement.number?.from ?? 0))
  if (requirement.number && !number) return undefined
  if (requirement.position && !position) return undefined
  if (requirement.countries && !country) return undefined
  return {
    ...(requirement.number && number ? { [requirement.number.control]: number.column } : {}),
    ...(requirement.position ? { [requirement.position.control]: position } : {}),
    ...(requirement.countries ? { [requirement.countries.control]: country?.dimension.column } : {}),
    ...(requirement.countries ? { [requirement.countries.written]: country?.written } : {}),
  }
}

function takeFields(requirement: DataRequirement, drawable: DrawableParts): TakenFields | undefined {
  const { rows, time, chosen } = drawable
  if (requirement.rows && !(rows >= requirement.rows.from && rows <= requirement.rows.to)) return undefined
  if (requirement.time ? !time : chosen.time) return undefined
  const others = valuesOfSingleFields(requirement, drawable)
  const free = requirement.countries
    ? drawable.dimensions.filter((each) => each !== drawable.country?.dimension)
    : drawable.dimensions
  const needs = requirement.dimensions ?? []
  const dimensions = assignAll(needs, free, chosen.dimensions)
  const metrics = assignMetrics(requirement.metrics ?? [], drawable)
  if (!others || !dimensions || !metrics) return undefined
  const controls = [
    ...dimensions.map(({ control, items }) => [control, items.map(({ column }) => column)] as const),
    ...metrics.map(({ control, items }) => [control, items.map(({ metric }) => metric)] as const),
    ...Object.entries(others).map(([control, value]) => [control, [value]] as const),
  ]
  const number = drawable.numbers.find(
    ({ column }) => requirement.number && column === others[requirement.number.control],
  )
  const parts = {
    metrics: metrics.flatMap(({ items }) => items.map(({ name }) => name)).slice(0, 2),
    dimensions: dimensions.flatMap(({ items }) => items.map(({ name }) => name)),
    number: number ? [number.name] : [],
  }
  return { controls: Object.fromEntries(controls), parts }
}

const listNames = (names: readonly string[]) => names.reduce((all, name) => t('%s and %s', all, name))

function titleOf({ says: [text, ...named] }: DataRequirement, { parts }: TakenFields): string {
  const title = t(text, ...named.map((part) => listNames(parts[part])))
  return parts.dimensions.length === 0 || named.includes('dimensions')
    ? title
    : t('%s by %s', title, listNames(parts.dimensions))
}

function suggestionOf(kind: ChartType, requirement: DataRequirement, drawable: DrawableParts): Suggestion | undefined {
  const taken = takeFields(requirement, drawable)
  if (!taken) return undefined
  const holdsList = (name: string) => controlsOf(kind.controls).find((each) => each.name === name)?.multi === true
  const held = Object.entries(taken.controls).map(([name, values]) => [name, holdsList(name) ? values : values[0]])
  const time = requirement.time && drawable.chosen.time ? { granularity_sqla: drawable.time?.column_name } : {}
  return {
    vizType: kind.type,
    title: titleOf(requirement, taken),
    controls: { ...(Object.fromEntries(held) as Record<string, unknown>), ...time, ...requirement.also },
  }
}

/**
 * Returns the chart types whose data requirements the drawable parts meet, each with its first requirement that is met,
 * ordered by `place`; at most six. Each shows all selected columns and metrics.
 */
export function suggestions(kinds: readonly ChartType[], drawable: DrawableParts): readonly Suggestion[] {
  const candidates = kinds.flatMap((kind) =>
    (kind.meta.dataRequirements ?? []).map((requirement) => ({ kind, requirement })),
  )
  const found = new Map<string, Suggestion>()
  for (const { kind, requirement } of candidates.toSorted((a, b) => a.requirement.place - b.requirement.place)) {
    const suggestion = found.has(kind.type) ? undefined : suggestionOf(kind, requirement, drawable)
    if (suggestion) found.set(kind.type, suggestion)
  }
  return [...found.values()].slice(0, MAX_OFFERED)
}
