import type { ChartDraft } from '#core/entity/chart.ts'
import type { ChartFile } from './files.ts'
import { decide, type Importing, newOwners, toText } from './writer.ts'

type Json = Record<string, unknown>

/** Writes one chart of a bundle onto a dataset; answers with its id. */
export async function importChart(
  importing: Importing,
  path: string,
  file: ChartFile,
  datasetId: number,
): Promise<number> {
  const { store, actor } = importing
  const known = await store.charts.getByUuid(file.uuid, { deleted: true })
  const decision = decide(importing, 'chart', path, known)
  if (known && decision === 'keep') return known.id
  const values: ChartDraft = {
    slice_name: file.slice_name,
    viz_type: file.viz_type,
    description: file.description ?? null,
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    cache_timeout: file.cache_timeout ?? null,
    is_managed_externally: file.is_managed_externally ?? false,
    external_url: file.external_url ?? null,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify(remapParams(parse(file.params), datasetId)),
    query_context: remapContext(file.query_context, datasetId),
  }
  if (!known) return (await store.charts.create({ ...values, uuid: file.uuid, owners: newOwners(importing) }, actor)).id
  if (known.deleted_at !== null) await store.charts.restore(known.id, actor)
  return (await store.charts.update(known.id, values, actor)).id
}

function parse(params: Json | string | null | undefined): Json {
  if (typeof params !== 'string') return params ?? {}
  try {
    const value: unknown = JSON.parse(params)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** Annotations other than formulas name charts and layers by ids of another product: they would show something else. */
function remapParams(params: Json, datasetId: number): Json {
  const { slice_id: _, ...rest } = params
  const layers = rest['annotation_layers']
  const kept = Array.isArray(layers)
    ? { annotation_layers: layers.filter((layer) => (layer as Json | null)?.['annotationType'] === 'FORMULA') }
    : {}
  return { ...rest, ...kept, datasource: `${datasetId}__table` }
}

function remapContext(context: string | Json | null | undefined, datasetId: number): string | null {
  const text = toText(context)
  if (text === null) return null
  const value = parse(text)
  if (!Array.isArray(value['queries'])) return null
  const form = value['form_data']
  const moved = typeof form === 'object' && form !== null ? { form_data: remapParams(form as Json, datasetId) } : {}
  return JSON.stringify({ ...value, ...moved, datasource: { id: datasetId, type: 'table' } })
}
