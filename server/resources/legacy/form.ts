import { allowedRows } from '#core/access/can.ts'
import { readOverrides, type ResolvedOverrides } from '#core/query/annotation-overrides.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import { numberOf } from '#core/rest/json-primitive.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { parseJson } from '#core/rest/json.ts'

/** If a form has only these keys, the form data of the saved chart is used for the rest. */
const BARE = ['slice_id', 'viz_type', 'adhoc_filters', 'extra_filters', 'extra_form_data', 'url_params', 'dashboardId']

/** A form and the dataset it queries. */
export interface LegacyForm {
  readonly form: FormData
  readonly datasetId: number
}

/**
 * Returns the form data of a request: JSON, a form field or an argument named `form_data`. A form that names a saved
 * chart and little else extends the saved form data.
 */
export async function readForm(request: RouteRequest): Promise<LegacyForm> {
  const given = givenForm(request)
  const saved = hasOnlyNames(given) ? await savedForm(given['slice_id'], request) : {}
  const urlParams = addressOf(request)
  const form = {
    viz_type: 'table',
    ...saved,
    ...given,
    url_params: { ...(given['url_params'] as object | undefined), ...urlParams },
  } as FormData
  if (typeof form.viz_type !== 'string') throw new ApiError('request-wrong', { args: ['viz_type is not a text'] })
  const { type, id } = request.params
  const source = type && id ? { type, id: Number(id) } : parseDatasource(form.datasource)
  if (!source || !Number.isSafeInteger(source.id)) throw new ApiError('dataset-missing')
  if (!['table', 'dataset'].includes(source.type)) throw new ApiError('dataset-type', { args: [source.type] })
  return { form, datasetId: source.id }
}

/** Returns the changes that `form_data` in the URL makes to a saved chart used as a layer; undefined without it. */
export function layerOverrides({ query }: RouteRequest): ResolvedOverrides | undefined {
  return query['form_data'] === undefined ? undefined : readOverrides(parseJsonObject(query['form_data']))
}

function givenForm({ form, body, query }: RouteRequest): Record<string, unknown> {
  const sent = form?.fields['form_data'] ?? (body as { form_data?: unknown } | undefined)?.form_data
  const value = sent ?? query['form_data'] ?? (form || body === undefined ? {} : body)
  return typeof value === 'string' ? parseJsonObject(value) : asRecord(value)
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    return asRecord(parseJson(text))
  } catch {
    throw new ApiError('not-json')
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new ApiError('not-json')
}

function hasOnlyNames(form: Record<string, unknown>): boolean {
  return form['slice_id'] !== undefined && Object.keys(form).every((key) => BARE.includes(key))
}

/** Returns the saved form data of a chart that the caller may see. */
export async function savedForm(sliceId: unknown, request: RouteRequest): Promise<Record<string, unknown>> {
  const id = numberOf(sliceId)
  const visible = allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
  const chart = Number.isSafeInteger(id)
    ? await request.context.store.charts.find({ and: [{ col: 'id', op: 'eq', value: id }, visible] })
    : undefined
  if (!chart) throw new ApiError('not-found')
  const own = { viz_type: chart.viz_type, datasource: `${chart.datasource_id}__${chart.datasource_type}` }
  return { ...parseJsonObject(chart.params || '{}'), ...own, slice_id: chart.id }
}

const ARGUMENTS = [
  'form_data',
  'force',
  'csv',
  'xlsx',
  'query',
  'results',
  'samples',
  'standalone',
  'edit',
  'q',
  'slice_id',
]

/** Returns the query parameters that belong to the chart. */
function addressOf({ query }: RouteRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !ARGUMENTS.includes(name)))
}
