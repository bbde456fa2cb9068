import { chartType } from '#charts/index.ts'
import { hasPermission } from '#core/access/ability.ts'
import { withOverrides } from '#core/query/annotation-overrides.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { errorBody, retryHeaders, type WireError, wireError } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { emptyTable } from '#core/table/table.ts'
import { entryBody } from '#server/data/result/response-body.ts'
import { type Entry, isEntry } from '#server/data/result/result-entry.ts'
import { tableOf } from '#server/data/result/displayed-entry.ts'
import type { FileFormat } from '#server/files/encode-table.ts'
import { withExportQuota } from '#server/security/quotas.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { fileResponse } from '#server/resources/shared/file-response.ts'
import { runLegacyEntry, runLegacyQuery } from './run-legacy-query.ts'
import { runFilterBox } from './filter-box.ts'
import { type LegacyForm, layerOverrides, readForm, savedForm } from './form.ts'
import { legacyQuery } from './legacy-query.ts'
import { shapeOf } from './shapes/index.ts'

const TYPES = ['query', 'results', 'samples'] as const
const FILES = ['csv', 'xlsx'] as const

/**
 * `/superset/explore_json/`: returns the data of a chart by its form data. The query parameters `csv`, `xlsx`, `query`,
 * `results` and `samples` select another result.
 */
export function exploreJson(request: RouteRequest): Promise<RouteResponse> {
  return legacy(async () => respondToForm(await readForm(request), request))
}

/**
 * `GET /superset/explore_json/data/{key}`: returns the chart data of a job by its form data. Requests with form data
 * are answered directly and create no keys; the keys of `GET /api/v1/chart/data/{key}` are valid here.
 */
export function getLegacyJobResult(request: RouteRequest): Promise<RouteResponse> {
  return legacy(async () => {
    const answered = await request.context.asyncQueries?.answered(request.params['key'] ?? '')
    const form = answered?.context.form_data
    if (!answered || !isObject(form)) throw new ApiError('not-found')
    const { id, type } = answered.context.datasource
    const own = { ...form, datasource: `${id}__${type}` }
    return respondToForm(await readForm({ ...request, params: {}, query: { form_data: JSON.stringify(own) } }), request)
  })
}

/**
 * `GET /superset/slice_json/{id}`: returns the data of a saved chart. With `form_data` it is a layer over another
 * chart: `time_range`, `time_grain_sqla`, `granularity` and `time_shift` replace the saved values, and the chart's own
 * layers are left out.
 */
export function sliceJson(request: RouteRequest): Promise<RouteResponse> {
  return legacy(async () => {
    const saved = await savedForm(request.params['id'], request)
    const overrides = layerOverrides(request)
    const form = await readForm({ ...request, query: { ...request.query, form_data: JSON.stringify(saved) } })
    return respondToForm(form, request, (query) => (overrides ? withOverrides(query, overrides) : query))
  })
}

/** Clients of these URLs read `error`. */
async function legacy(answer: () => Promise<RouteResponse>): Promise<RouteResponse> {
  try {
    return await answer()
  } catch (error) {
    const apiError = asApiError(error)
    if (!apiError || apiError.row.status >= 500) throw error
    const body = { ...errorBody(apiError, { isBare: true }), error: apiError.message }
    return {
      status: apiError.row.status,
      headers: retryHeaders(apiError),
      json: apiError.row.status === 400 ? { ...body, errors: [vizError(apiError)] } : body,
    }
  }
}

/** Returns the error in the list form that clients of these URLs read. */
function vizError(apiError: ApiError): WireError {
  const { extra, ...error } = wireError(apiError)
  // Issue numbers depend on the error type, and this one has none; code and arguments are sent next to the message.
  const { issue_codes: _, code: _code, args: _args, ...own } = extra
  return { ...error, error_type: 'VIZ_GET_DF_ERROR', extra: own }
}

/** Answers a form; a file is an export. */
function respondToForm(
  form: LegacyForm,
  request: RouteRequest,
  change: (query: QueryObject) => QueryObject = (query) => query,
): Promise<RouteResponse> {
  const file = FILES.find((format) => request.query[format] === 'true')
  const run = () => respondToChart(form, request, { change, file })
  return file ? withExportQuota(request.context, request.user, run) : run()
}

interface FormOptions {
  readonly change: (query: QueryObject) => QueryObject
  readonly file: FileFormat | undefined
}

async function respondToChart(
  { form, datasetId }: LegacyForm,
  request: RouteRequest,
  { change, file }: FormOptions,
): Promise<RouteResponse> {
  const force = request.query['force'] === 'true' || form['force'] === true
  const type = TYPES.find((each) => request.query[each] === 'true')
  if (form.viz_type === 'filter_box' && !file && !type) {
    const { data, entries } = await runFilterBox(form, datasetId, request, force)
    return { status: 200, json: payload(entries[0]?.head, form, { data }) }
  }
  const shape = shapeOf(form.viz_type)
  if (shape?.dataOfAll && !type) return respondToQueries({ form, datasetId }, request, { change, file, force })
  const [query, ...otherQueries] = queriesOf(form).map(change)
  if (!query) throw new Error('The form contains no query')
  const single = { datasetId, query, otherQueries, force, formData: form }
  if (file) {
    requireCsv(file, request)
    return {
      ...(await fileResponse([await runLegacyEntry(request, { ...single, format: file })], file, request)),
      status: 200,
    }
  }
  if (shape && !type) {
    const inColumns = (each: QueryObject) => runLegacyEntry(request, { ...single, query: each, format: 'columns' })
    const more = shape.totals?.(query, form)
    const entry = await inColumns(query)
    const totals = more && (await inColumns(more))
    const others = shape.others?.(query, form, request.context.now()) ?? []
    // A time comparison needs a begin and an end.
    if (others.length > 0 && (entry.head.from_dttm === null || entry.head.to_dttm === null))
      throw new ApiError('time-comparison-open')
    return shapeData(shape, form, entry, { totals, otherEntries: await Promise.all(others.map(inColumns)) })
  }
  const result = await runLegacyQuery(request, { ...single, type: type ?? 'full' })
  if (!isEntry(result)) return { status: 200, json: result }
  const bytes = await entryBody({ ...result, head: payload(result.head, form, {}) as Entry['head'] })
  return { status: 200, bytes, type: 'application/json; charset=utf-8' }
}

function requireCsv(file: FileFormat | undefined, request: RouteRequest): void {
  if (file && !hasPermission(request.user, 'can_csv', 'Superset')) throw new ApiError('forbidden')
}

/** Runs all queries of a form; returns the results in the shape of its chart type, or as a file each. */
async function respondToQueries(
  { form, datasetId }: LegacyForm,
  request: RouteRequest,
  { change, file, force }: FormOptions & { readonly force: boolean },
): Promise<RouteResponse> {
  requireCsv(file, request)
  const pendingEntries = queriesOf(form)
    .map(change)
    .map((query) => runLegacyEntry(request, { datasetId, query, force, formData: form, format: file ?? 'columns' }))
  const { found, faults } = await answersOf(pendingEntries)
  const entries = found.filter((entry) => entry !== undefined)
  if (file) return { ...(await fileResponse(entries, file, request)), status: 200 }
  const answered = await Promise.all(
    found.map(async (entry) => ({
      table: entry ? await tableOf(entry) : emptyTable,
      labels: entry?.head.label_map ?? {},
      chart: entry?.head.saved_chart,
    })),
  )
  const hasRows = entries.some(({ head }) => head.rowcount > 0)
  const data = hasRows ? (shapeOf(form.viz_type)?.dataOfAll?.(answered, form) ?? null) : null
  return { status: 200, json: payload(entries[0]?.head, form, { data, errors: faults.map(vizError) }) }
}

/**
 * Returns the results by query position, and the errors. One failing query, for example of a deleted chart, does not
 * affect the others. Throws the first error if all fail.
 */
async function answersOf(pendingEntries: readonly Promise<Entry>[]) {
  const ends = await Promise.allSettled(pendingEntries)
  const failed = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as unknown)
  const faults = failed
    .map(asApiError)
    .filter((fault) => fault !== undefined)
    .filter(({ row }) => row.status < 500)
  if (failed.length === ends.length || faults.length < failed.length) throw failed[0]
  return { found: ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined)), faults }
}

/** Returns the queries of a form: those of its shape or chart type, else the queries of any chart. */
function queriesOf(form: LegacyForm['form']): readonly QueryObject[] {
  const own = legacyQuery(form) ?? shapeOf(form.viz_type)?.query?.(form)
  if (own) return [own]
  const typed = chartType(form.viz_type)?.toQueries(form) ?? []
  return typed.length > 0 ? typed : [baseQuery(form)]
}

/** Returns the data in the shape that charts of this type read; null if there is none. */
async function shapeData(
  shape: LegacyShape,
  form: LegacyForm['form'],
  entry: Entry,
  { totals, otherEntries }: { readonly totals: Entry | undefined; readonly otherEntries: readonly Entry[] },
): Promise<RouteResponse> {
  const { head } = entry
  const table = await tableOf(entry)
  const labels = head.label_map ?? {}
  const answered = {
    table,
    totals: totals && (await tableOf(totals)),
    otherTables: await Promise.all(otherEntries.map(tableOf)),
    ...(head.from_dttm === null || head.to_dttm === null ? {} : { range: [head.from_dttm, head.to_dttm] as const }),
    labels,
  }
  const data = table.rowCount > 0 ? shape.data(answered, form) : null
  return { status: 200, json: payload(head, form, { data }) }
}

function payload(head: Entry['head'] | undefined, form: LegacyForm['form'], more: object): Record<string, unknown> {
  return { ...head, form_data: form, errors: [], status: 'success', ...more }
}
