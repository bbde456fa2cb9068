import { datasetAccess } from '#core/access/rules.ts'
import { type ChartDraft, chartThing } from '#core/entity/chart.ts'
import { noteChange } from './changes.ts'
import { type ChartFile, valuesOf } from './files.ts'
import { type LayerFate, sortLayers } from './layers.ts'
import { decide, type Importing, newOwners } from './writer.ts'
import { toText } from './json-text.ts'
import { planTags, withTags, writeTags } from './tags.ts'
import { parseJson } from '#core/rest/json.ts'

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
  const told = { path, kind: 'chart', name: file.slice_name } as const
  if (known && decision === 'keep') {
    noteChange(importing, told, decision, known)
    return known.id
  }
  if (known?.datasource_id !== datasetId && !(await readsDataset(importing, datasetId)))
    importing.problems[path] = `A chart cannot be written as user doesn't have access to its dataset`
  const params = parse(file.params)
  const layers = sortLayers(params['annotation_layers'], known && parse(known.params)['annotation_layers'])
  if (layers.left.length > 0)
    importing.warnings.push(
      `Annotation layers of the chart ${file.slice_name} are left out, as what they show is not in the bundle: ${layers.left.join(', ')}`,
    )
  const values: ChartDraft = {
    slice_name: file.slice_name,
    viz_type: file.viz_type,
    ...valuesOf(chartThing.fields, file),
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify(remapParams(params, datasetId, layers)),
    unknown_keys: toText(file.unknown),
    query_context: remapContext(file.query_context, datasetId, layers),
  }
  const tags = await planTags(importing, path, 'chart', known, file)
  noteChange(importing, told, decision, ...withTags(known, values, tags))
  if (known && known.deleted_at !== null) await store.charts.restore(known.id, actor)
  const made = { ...values, uuid: file.uuid, owners: newOwners(importing), last_saved_by_fk: actor }
  const written = known ? await store.charts.update(known.id, values, actor) : await store.charts.create(made, actor)
  return writeTags(importing, 'chart', written.id, tags)
}

/** Whether the importer may read the data of a dataset; what the bundle itself brings is theirs. */
async function readsDataset({ store, user }: Importing, id: number): Promise<boolean> {
  if (!user) return true
  return (await store.datasets.count({ and: [{ col: 'id', op: 'eq', value: id }, datasetAccess(user)] })) > 0
}

function parse(params: Json | string | null | undefined): Json {
  if (typeof params !== 'string') return params ?? {}
  try {
    const value: unknown = parseJson(params)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** The parameters of a chart as its file says them. */
export function ownParams(params: string | null, datasetId: number): Json {
  return remapParams(parse(params), datasetId)
}

/** The question of a chart as its file says it: text, and null where it cannot be read. */
export function ownContext(context: string | null, datasetId: number): string | null {
  return remapContext(context, datasetId)
}

function remapParams(params: Json, datasetId: number, layers?: LayerFate): Json {
  const { slice_id: _, ...rest } = params
  const kept = layers && Array.isArray(rest['annotation_layers']) ? { annotation_layers: layers.kept } : {}
  return { ...rest, ...kept, datasource: `${datasetId}__table` }
}

function remapContext(context: string | Json | null | undefined, datasetId: number, layers?: LayerFate): string | null {
  const text = toText(context)
  if (text === null) return null
  const value = parse(text)
  const { queries } = value
  if (!Array.isArray(queries)) return null
  // A question may name a dataset of its own, by an id that means another one here.
  const own = queries.map((query: unknown) => {
    const { datasource: _, ...rest } = (query ?? {}) as Json
    return rest
  })
  const form = value['form_data']
  const moved =
    typeof form === 'object' && form !== null ? { form_data: remapParams(form as Json, datasetId, layers) } : {}
  return JSON.stringify({ ...value, ...moved, queries: own, datasource: { id: datasetId, type: 'table' } })
}
