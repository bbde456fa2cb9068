import { allowedRows } from '#core/access/can.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import { parseJson } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { printAgo, printInstant } from '#server/resources/print-instant.ts'
import { selectFields } from '#server/resources/select-fields.ts'
import { presentDataset } from '#server/resources/shared/present-dataset.ts'
import { readPermalink } from '#server/resources/shared/permalink.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { formDataOf, presentSlice } from '#server/resources/shared/present-slice.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'

type Json = Readonly<Record<string, unknown>>

interface ExploreSubject {
  readonly form: Json | undefined
  readonly message: string
}

/**
 * `GET /api/v1/explore/`: returns the data to open explore, by `permalink_key`, `form_data_key`, `slice_id` or
 * `datasource_id`. `readRemainingRows` returns the form data of a key; `requireDataset` rejects callers who may not
 * read a dataset.
 */
export async function showExplore(
  request: RouteRequest,
  readStored: (request: RouteRequest) => Promise<RouteResponse>,
  requireDataset: (request: RouteRequest, id: number) => Promise<void>,
): Promise<RouteResponse> {
  const { query } = request
  const chart = query['slice_id'] ? await chartOf(request, query['slice_id']) : undefined
  const { form, message } = await formOf(request, chart, readStored)
  const named = parseDatasource(form?.['datasource'])
  const given = query['datasource_id'] ?? query['dataset_id']
  const id = named?.id ?? chart?.datasource_id ?? Number(given)
  if (!Number.isSafeInteger(id)) throw new ApiError('dataset-missing')
  const type = query['datasource_type'] ?? named?.type ?? chart?.datasource_type ?? 'table'
  const dataset = await request.context.store.datasets.get(id)
  // A chart opens without its dataset; a request for the dataset alone fails.
  if (!dataset && !chart && !form) throw new ApiError('dataset-missing')
  if (dataset) await requireDataset(request, id)
  const viz = query['viz_type'] ? { viz_type: query['viz_type'] } : {}
  return {
    status: 200,
    json: {
      result: {
        form_data: { ...(form ?? (chart && formDataOf(chart))), ...viz, datasource: `${id}__${type}` },
        dataset: dataset ? await presentDataset(dataset, request) : missingDataset(id, type),
        slice: chart ? presentChart(chart, dataset, request) : null,
        message,
      },
    },
  }
}

async function chartOf(request: RouteRequest, text: string): Promise<Chart> {
  const id = Number(text)
  const visible = allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
  const chart = Number.isSafeInteger(id)
    ? await request.context.store.charts.find({ and: [{ col: 'id', op: 'eq', value: id }, visible] })
    : undefined
  if (!chart) throw new ApiError('not-found')
  return chart
}

async function formOf(
  request: RouteRequest,
  chart: Chart | undefined,
  readStored: (request: RouteRequest) => Promise<RouteResponse>,
): Promise<ExploreSubject> {
  const { permalink_key: link, form_data_key: key } = request.query
  if (link) {
    const { state } = await readPermalink(request, 'explore_permalink', link)
    return { form: (state as { readonly formData?: Json }).formData, message: '' }
  }
  if (!key) return { form: undefined, message: '' }
  try {
    const { json } = await readStored({ ...request, params: { ...request.params, key } })
    return { form: parseJson((json as { readonly form_data: string }).form_data) as Json, message: '' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.row.status !== 404) throw error
    const from = chart ? 'chart' : 'dataset'
    return { form: undefined, message: `Form data not found in cache, reverting to ${from} metadata.` }
  }
}

function presentChart(chart: Chart, dataset: Dataset | undefined, request: RouteRequest): Json {
  const now = request.context.now()
  return {
    ...presentSlice(chart, dataset, now),
    ...selectFields({ ...chart }, [
      'cache_timeout',
      'certified_by',
      'certification_details',
      'description',
      'is_managed_externally',
      'owners',
      'query_context',
    ]),
    changed_on: printInstant(chart.changed_on),
    changed_on_humanized: printAgo(chart.changed_on, now),
  }
}

function missingDataset(id: number, type: string): Json {
  const name = '[Missing Dataset]'
  return {
    id,
    type,
    name,
    table_name: name,
    datasource_name: name,
    columns: [],
    metrics: [],
    database: { id: 0, backend: '' },
  }
}
