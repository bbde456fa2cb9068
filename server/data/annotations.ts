import { createHash } from 'node:crypto'
import { chartType, migrateForm } from '#charts/index.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import { type AnnotationLayer, requestedLayers, readLayers } from '#core/annotation/layer.ts'
import { withOverrides, resolvedOverrides } from '#core/query/annotation-overrides.ts'
import type { Chart } from '#core/entity/chart.ts'
import { parseQueryContext } from '#core/query/parse-query.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { hiddenLayers } from './layer-visibility.ts'
import type { Format } from '#server/files/encode-table.ts'
import { type Entry, isEntry } from './result/result-entry.ts'
import { parseJson } from '#core/rest/json.ts'

/** The data of one layer in the response format. */
export interface AnnotationData {
  readonly columns?: readonly string[]
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

const COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const

/** One query of a context, with the fields that annotations need. */
export interface AnnotatedRequest {
  readonly context: QueryContext
  readonly index: number
  readonly user: CurrentUser
  readonly format: Format
  readonly chartId?: number
  readonly chartTimeout?: number | null
}

type AnnotationResult = Entry | Readonly<Record<string, unknown>>

/** The sources of annotations: the store, and the chart data service for layers from other charts. */
export interface AnnotationSources<A extends AnnotatedRequest> {
  readonly store: Store
  /** Access rules for charts besides user and row. */
  readonly access?: RuleOptions
  readonly ask: (dataRequest: Omit<A, 'chartId' | 'chartTimeout'>) => Promise<AnnotationResult>
}

/**
 * Returns the result with the data of the layers in its query, by layer name. Layers from other charts are queried with
 * the access of the caller; annotation layers of those charts are ignored. Throws if a layer or chart does not exist or
 * the caller may not read it.
 */
export async function withAnnotations<A extends AnnotatedRequest>(
  answer: AnnotationResult,
  dataRequest: A,
  sources: AnnotationSources<A>,
): Promise<AnnotationResult> {
  const query = dataRequest.context.queries[dataRequest.index]
  const layers = requestedLayers(readLayers(query?.annotation_layers))
  if (layers.length === 0 || !query || !isEntry(answer) || !('annotation_data' in answer.head)) return answer
  const found = await Promise.all(
    layers.map(async (layer): Promise<readonly [string, AnnotationData]> => {
      if (layer.sourceType === 'NATIVE') return [layer.name, await nativeData(layer, dataRequest, sources)]
      return [layer.name, await chartData(layer, query, dataRequest, sources)]
    }),
  )
  const annotation_data = Object.fromEntries(found)
  const print = createHash('sha1').update(JSON.stringify(annotation_data)).digest('hex').slice(0, 16)
  const entry: Entry = { ...answer, head: { ...answer.head, annotation_data }, stamp: `${answer.stamp}-${print}` }
  return entry
}

function idOf({ value }: AnnotationLayer): number {
  return Number(value ?? Number.NaN)
}

async function nativeData(
  layer: AnnotationLayer,
  { user, chartId }: AnnotatedRequest,
  { store, access = {} }: Pick<AnnotationSources<never>, 'store' | 'access'>,
): Promise<AnnotationData> {
  const id = idOf(layer)
  if ((await hiddenLayers(store, user, [id], { ...access, at: chartId })).length > 0) throw new ApiError('forbidden')
  const known = Number.isInteger(id) ? await store.annotationLayers.get(id) : undefined
  if (!known) throw new ApiError('annotation-layer-missing', { args: [String(layer.value)] })
  const { rows } = await store.annotations.list({
    where: { col: 'layer_id', op: 'eq', value: id },
    order: [{ column: 'start_dttm', direction: 'asc' }],
  })
  const records = rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, row[name]])))
  return { columns: COLUMNS, records }
}

async function chartData<A extends AnnotatedRequest>(
  layer: AnnotationLayer,
  query: QueryObject,
  dataRequest: A,
  { store, ask }: AnnotationSources<A>,
): Promise<AnnotationData> {
  const id = idOf(layer)
  const chart = Number.isInteger(id) ? await store.charts.get(id) : undefined
  const saved = chart && contextOf(chart)
  const first = saved?.queries[0]
  if (!saved || !first) throw new ApiError('annotation-chart-missing', { args: [layer.name] })
  const { chartId: _chart, chartTimeout: _timeout, ...rest } = dataRequest
  const answer = await ask({
    ...rest,
    context: {
      ...saved,
      force: dataRequest.context.force ?? false,
      queries: [{ ...withOverrides(first, resolvedOverrides(layer.overrides ?? {}, query)), result_type: 'full' }],
    },
    index: 0,
    format: 'rows',
  })
  if (!isEntry(answer)) throw new ApiError('annotation-chart-missing', { args: [layer.name] })
  return { records: JSON.parse(new TextDecoder().decode(await answer.data.plain())) }
}

/** Returns the queries of a saved chart: those saved with it, otherwise those that its type builds from its form. */
function contextOf(chart: Chart): QueryContext | undefined {
  const saved = parseQueryContext(json(chart.query_context))
  if ('ok' in saved) return { ...saved.ok, result_type: 'full' }
  const form = json(chart.params)
  if (typeof form !== 'object' || form === null) return undefined
  const requestedForm = migrateForm({ ...form, viz_type: chart.viz_type })
  const queries = chartType(requestedForm.viz_type)?.toQueries(requestedForm)
  return queries && { datasource: { id: chart.datasource_id, type: 'table' }, queries }
}

function json(text: string | null): unknown {
  try {
    return parseJson(text ?? 'null')
  } catch {
    return null
  }
}
