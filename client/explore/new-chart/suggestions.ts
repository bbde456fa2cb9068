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
const MAX_SUGGESTIONS = 6

/** The control values that a data requirement count from the dataset's drawable parts. */
interface TakenFields {
  readonly controls: Readonly<Record<string, readonly unknown[]>>
  readonly parts: Readonly<Record<TitlePart, readonly string[]>>
}

type ControlAssignments<T> = { readonly control: string; readonly items: readonly T[] }[]

/**
 * Assigns dimensions to the controls that require them, in order. Returns undefined if
 * a requirement is not met, or if a selected dimension has no control.
 */
function assignDimensions(
  requirements: readonly DimensionRequirement[],
  dimensions: readonly CountedColumn[],
  { isChosen, count }: { isChosen: boolean; count: 'min' | 'max' },
): ControlAssignments<CountedColumn> | undefined {
  let left = dimensions
  const assignments: ControlAssignments<CountedColumn> = []
  for (const { control, from, to, minCount = 1, maxCount = Math.max(1, minCount) } of requirements) {
    const matching = left.filter(({ distinct }) => distinct >= from && distinct <= to)
    const items = matching.slice(0, count === 'max' ? maxCount : minCount)
    if (items.length < minCount) return undefined
    left = left.filter((each) => !items.includes(each))
    if (items.length > 0) assignments.push({ control, items })
  }
  return isChosen && left.length > 0 ? undefined : assignments
}

/**
 * Returns the first complete assignment. Selected dimensions are tried in both orders, and with the maximum and the
 * minimum per control.
 */
function assignAll(
  requirements: readonly DimensionRequirement[],
  dimensions: readonly CountedColumn[],
  isChosen: boolean,
) {
  for (const count of isChosen ? (['max', 'min'] as const) : (['min'] as const))
    for (const all of [dimensions, dimensions.toReversed()]) {
      const assignments = assignDimensions(requirements, all, { isChosen, count })
      if (assignments) return assignments
    }
  return undefined
}

/** Assigns metrics to controls in the same way; the default metric replaces a missing selection. */
function assignMetrics(
  requirements: readonly MetricRequirement[],
  drawable: DrawableParts,
): ControlAssignments<MeasuredColumn> | undefined {
  const chosen = [...drawable.metrics]
  const means = [...drawable.means]
  const defaults = {
    rows: () => drawable.count,
    amount: () => drawable.amount,
    mean: () => means.shift(),
  }
  const assignments: ControlAssignments<MeasuredColumn> = []
  for (const { control, default: name, maxCount = 1 } of requirements) {
    const items = chosen.splice(0, maxCount)
    const other = items.length === 0 ? defaults[name]() : undefined
    if (other) items.push(other)
    if (items.length === 0) return undefined
    assignments.push({ control, items })
  }
  return chosen.length > 0 ? undefined : assignments
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
  const requirements = requirement.dimensions ?? []
  const dimensions = assignAll(requirements, free, chosen.dimensions)
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

function titleOf({ title: [text, ...named] }: DataRequirement, { parts }: TakenFields): string {
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
    controls: { ...(Object.fromEntries(held) as Record<string, unknown>), ...time, ...requirement.controlValues },
  }
}

/**
 * Returns the chart types whose data requirements the drawable parts meet, each with its first requirement that is met,
 * ordered by `rank`; at most six. Each shows all selected columns and metrics.
 */
export function suggestions(kinds: readonly ChartType[], drawable: DrawableParts): readonly Suggestion[] {
  const candidates = kinds.flatMap((kind) =>
    (kind.meta.dataRequirements ?? []).map((requirement) => ({ kind, requirement })),
  )
  const found = new Map<string, Suggestion>()
  for (const { kind, requirement } of candidates.toSorted((a, b) => a.requirement.rank - b.requirement.rank)) {
    const suggestion = found.has(kind.type) ? undefined : suggestionOf(kind, requirement, drawable)
    if (suggestion) found.set(kind.type, suggestion)
  }
  return [...found.values()].slice(0, MAX_SUGGESTIONS)
}
