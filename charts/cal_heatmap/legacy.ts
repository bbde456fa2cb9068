import { ownValue } from '#core/rest/json.ts'
import { GRAINS, type Subdomain, subdomains } from './periods.ts'
import { bucketQuery } from '#core/legacy/bucket-query.ts'
import { cells, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { Value } from '#core/table/table.ts'

const cellOf = (form: FormData): Subdomain | undefined =>
  subdomains.find((each) => each === (form['subdomain_granularity'] ?? 'min'))

const COUNTS: Readonly<Record<string, (from: Date, to: Date) => number>> = {
  year: (from, to) => to.getUTCFullYear() - from.getUTCFullYear() + 1,
  month: (from, to) => months(from, to) + 1,
  week: (from, to) => Math.floor(months(from, to) / 12) * 53 + Math.floor(daysBeyond(from, to) / 7) + 1,
  day: (from, to) => Math.floor((to.getTime() - from.getTime()) / 86_400_000) + 1,
}

/** Returns the number of whole months between two instants. */
function months(from: Date, to: Date): number {
  const whole = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return to.getUTCDate() < from.getUTCDate() ? whole - 1 : whole
}

/** Returns the number of days beyond the whole months. */
function daysBeyond(from: Date, to: Date): number {
  const moved = new Date(from)
  moved.setUTCMonth(moved.getUTCMonth() + months(from, to))
  return Math.floor((to.getTime() - moved.getTime()) / 86_400_000)
}

/** Returns the number of calendar blocks between two instants. */
function blocks(domain: unknown, from: number, to: number): number {
  const count = typeof domain === 'string' ? ownValue(COUNTS, domain) : undefined
  return count?.(new Date(from), new Date(to)) ?? Math.floor((to - from) / 3_600_000) + 1
}

/** The values by metric and by the Unix time of the start of each cell, with the calendar's range of blocks. */
const calendar: LegacyShape = {
  types: ['cal_heatmap'],
  query(form) {
    const query = { ...bucketQuery(form), columns: [] }
    const cell = cellOf(form)
    return cell === undefined ? query : { ...query, extras: { ...query.extras, time_grain_sqla: GRAINS[cell] } }
  },
  data({ table, range }, form) {
    const moments = cells(table, TIMESTAMP).map(Number)
    const [from = moments[0] ?? 0, to = moments.at(-1) ?? 0] = range ?? []
    const data = metricLabels(form, 'metrics', 'metric').map((name) => {
      const values = cells(table, name)
      const entries = moments.map((at, row): [string, Value] => [secondsText(at), values[row] ?? null])
      return [name, Object.fromEntries(entries)] as const
    })
    const { domain_granularity: domain, subdomain_granularity: subdomain } = form
    return { data: Object.fromEntries(data), start: from, domain, subdomain, range: blocks(domain, from, to) }
  },
}

/** Formats seconds as a decimal number with at least one fractional digit. */
function secondsText(at: number): string {
  const seconds = at / 1000
  return Number.isInteger(seconds) ? `${seconds}.0` : String(seconds)
}

/** The legacy response shapes of this chart type. */
export const legacy = [calendar]
