import * as z from 'zod'
import { chartType, savedQueryContext } from '#charts/index.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { isEntry } from '#server/data/result/result-entry.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Store } from '#server/store/store.ts'
import { readYaml } from './yaml.ts'

const number = z.number()
const cell = z.union([z.string(), number, z.boolean(), z.null()])

const expectation = z.strictObject({
  /** The name in reports. Default: chart and metric. */
  name: z.string().min(1).optional(),
  /** Name or uuid. */
  chart: z.string().min(1),
  /** A column of the result. Default: the first number. */
  metric: z.string().min(1).optional(),
  /** Selects the rows whose columns have these values. */
  where: z.record(z.string(), cell).optional(),
  /** Both ends inclusive. */
  between: z.tuple([number, number]).optional(),
  at_least: number.optional(),
  at_most: number.optional(),
  equals: cell.optional(),
  /** The expected number of rows; both ends inclusive. */
  rows: z.tuple([number, number]).optional(),
})

const testFile = z.strictObject({ tests: z.array(expectation).min(1) })

/** A condition on the values of a chart. */
export type Expectation = Omit<z.output<typeof expectation>, 'name'> & { readonly name: string }

/** The user and the service to query. */
interface PasswordRequest {
  readonly store: Store
  readonly chartData: ChartDataService
  readonly user: CurrentUser
  readonly signal: AbortSignal
}

type Row = Readonly<Record<string, unknown>>

/** Parses a file of expectations. Throws `fields-wrong` with the errors if it is invalid. */
export function readExpectations(path: string, text: string): readonly Expectation[] {
  const read = testFile.safeParse(readYaml(text))
  if (!read.success) {
    const fields = read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`)
    throw new ApiError('fields-wrong', { fields: { [path]: fields } })
  }
  return read.data.tests.map((each) => ({
    ...each,
    name: `${path}: ${each.name ?? [each.chart, ...(each.metric === undefined ? [] : [each.metric])].join(' ')}`,
  }))
}

/** Returns why an expectation is not met; undefined if it is. */
export async function checkExpectation(request: PasswordRequest, expected: Expectation): Promise<string | undefined> {
  try {
    const chart = await findChart(request.store, expected.chart)
    const rows = typeof chart === 'string' ? chart : await rowsOf(request, chart)
    return typeof rows === 'string' ? rows : expectationFailure(expected, rows)
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function findChart(store: Store, named: string): Promise<Chart | string> {
  const where: Condition = UUID.test(named)
    ? { col: 'uuid', op: 'eq', value: named.toLowerCase() }
    : { col: 'slice_name', op: 'eq', value: named }
  const { rows } = await store.charts.list({ where })
  if (rows.length > 1) return `${rows.length} charts have the name ${named}; use the uuid`
  return rows[0] ?? `there is no chart ${named}`
}

/** Returns the rows of the first query of a chart. */
async function rowsOf({ chartData, user, signal }: PasswordRequest, chart: Chart): Promise<readonly Row[] | string> {
  const type = chartType(chart.viz_type)
  if (!type) return `unknown chart type ${chart.viz_type}`
  const params: unknown = parseJson(chart.params ?? '{}')
  const form = { ...(isObject(params) ? params : {}), viz_type: chart.viz_type } as unknown as FormData
  const source = { id: chart.datasource_id, type: chart.datasource_type }
  const context = { ...savedQueryContext(type, form, source), force: true }
  const result = await chartData.ask({ context, index: 0, user, format: 'rows', priority: 'background', signal })
  return isEntry(result) ? (JSON.parse(new TextDecoder().decode(await result.data.plain())) as Row[]) : []
}

/** Returns why rows do not meet an expectation, with the first failing row; undefined if they do. */
export function expectationFailure(
  expected: Omit<Expectation, 'name' | 'chart'>,
  all: readonly Row[],
): string | undefined {
  const { where = {}, rows: [fewest, most] = [1, Number.POSITIVE_INFINITY] } = expected
  const rows = all.filter((row) => Object.entries(where).every(([name, value]) => row[name] === value))
  if (rows.length < fewest || rows.length > most)
    return `${rows.length} rows, and not ${fewest} to ${most === Number.POSITIVE_INFINITY ? 'any number' : most}`
  const [first] = rows
  const metric = expected.metric ?? Object.keys(first ?? {}).find((name) => typeof first?.[name] === 'number')
  if (!first || !isBounded(expected)) return undefined
  if (metric === undefined || !Object.hasOwn(first, metric))
    return `no column ${metric ?? 'of numbers'}; there are ${Object.keys(first).join(', ')}`
  const failingRow = rows.find((row) => !meetsBounds(expected, row[metric]))
  return failingRow && `${metric} is ${JSON.stringify(failingRow[metric])}, and not ${boundsText(expected)}`
}

type Bounds = Omit<Expectation, 'name' | 'chart'>

function isBounded({ between, at_least, at_most, equals }: Bounds): boolean {
  return [between, at_least, at_most, equals].some((each) => each !== undefined)
}

function meetsBounds({ between, at_least, at_most, equals }: Bounds, value: unknown): boolean {
  if (equals !== undefined && value !== equals) return false
  const [low, high] = between ?? [at_least, at_most]
  if (low === undefined && high === undefined) return true
  return typeof value === 'number' && value >= (low ?? value) && value <= (high ?? value)
}

function boundsText({ between, at_least, at_most, equals }: Bounds): string {
  return [
    equals === undefined ? [] : [JSON.stringify(equals)],
    between ? [`between ${between[0]} and ${between[1]}`] : [],
    at_least === undefined ? [] : [`at least ${at_least}`],
    at_most === undefined ? [] : [`at most ${at_most}`],
  ]
    .flat()
    .join(' and ')
}
