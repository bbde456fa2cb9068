import { ownValue } from '#core/rest/json.ts'
import { timeComparisonOf, timeseriesSteps } from '#core/form/advanced-analytics.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, metricLabel, type QueryMetric, type QueryObject } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { difference, differenceComparisonOf, shiftedQueries } from './differences.ts'
import { type LegacyResult, cells, sumColumns } from './legacy-shape.ts'

/**
 * One line: its name (one text or the texts of its dimensions), and a point for each timestamp in epoch milliseconds.
 */
interface Line {
  readonly key: string | readonly string[]
  readonly values: readonly { readonly x: Value; readonly y: Value }[]
  /** Marks lines of a shifted time. */
  readonly classed?: string
}

/** Returns the query for lines over time. */
export function seriesQuery(form: FormData): QueryObject {
  const base = baseQuery(form)
  const metrics = base.metrics ?? []
  const series = (base.columns ?? []).map(columnLabel)
  const { time_compare: _, ...single } = form
  const differs = differenceComparisonOf(form) !== undefined
  const shared = { ...(differs ? single : form), ...(form['contribution'] ? { contributionMode: 'row' } : {}) }
  const steps = timeseriesSteps(shared, { x: TIMESTAMP, metrics, series })
  return {
    ...withOrder(base, undefined),
    is_timeseries: true,
    time_offsets: differs ? [] : (timeComparisonOf(form, metrics)?.offsets ?? []),
    post_processing: steps.filter(({ operation }) => operation !== 'rename'),
  }
}

/** Returns a point for each timestamp of each line; lines without any value are omitted. */
function lines({ table, labels }: LegacyResult, form: FormData, gap: Value): readonly Line[] {
  const metrics = baseQuery(form).metrics ?? []
  const moments = cells(table, TIMESTAMP)
  return table.columns
    .filter(({ name, values }) => name !== TIMESTAMP && values.some((value) => value !== null))
    .map(({ name, values }) => ({
      ...lineName(ownValue(labels, name) ?? [name], form, metrics),
      values: moments.map((x, row) => ({ x, y: values[row] ?? gap })),
    }))
}

/** A line is named by its dimensions, and by its metric if there are several metrics or no dimensions. */
function lineName(
  parts: readonly string[],
  form: FormData,
  metrics: readonly QueryMetric[],
): Pick<Line, 'key' | 'classed'> {
  const [head = '', ...dimensions] = parts
  const offsets = timeComparisonOf(form, metrics)?.offsets ?? []
  const shift = offsets.findIndex((offset) => head.endsWith(`__${offset}`))
  const metric = metrics.map(metricLabel).find((label) => head === label || head.includes(`${label}__`)) ?? head
  const title = metrics.length === 1 && dimensions.length > 0 ? dimensions : [metric, ...dimensions]
  if (shift >= 0) return { key: [...title, `${offsets[shift]} offset`], classed: `time-shift-${shift}` }
  return { key: parts.length === 1 ? metric : title }
}

const sum = ({ values }: Line): number => sumColumns(values.map(({ y }) => y))

/** Returns the queries for shifted times of a legacy line chart that shows differences. */
export function otherTimes(query: QueryObject, form: FormData, now: number): readonly QueryObject[] {
  const differing = differenceComparisonOf(form)
  return differing ? shiftedQueries(query, differing, now) : []
}

/** Returns the lines, or their differences from each shifted time if the form compares times. */
export function lineData(answered: LegacyResult, form: FormData, gap: Value): readonly Line[] {
  const differing = differenceComparisonOf(form)
  if (!differing) return lines(answered, form, gap)
  return (answered.otherTables ?? []).flatMap((other, index) => {
    const table = difference(answered.table, other, differing.type)
    return lines({ ...answered, table }, form, null).map(({ key, values }) => ({
      key: [key, `${differing.offsets[index]} offset`].flat(),
      classed: `time-shift-${index}`,
      values,
    }))
  })
}

/** Sorts lines by their sum, largest first. */
export const largestLines = (all: readonly Line[]): readonly Line[] => all.toSorted((a, b) => sum(b) - sum(a))
