import { datasetAccess } from '#core/access/rules.ts'
import { type Chart, type ChartDraft, chartEntity } from '#core/entity/chart.ts'
import { recordChange } from './changes.ts'
import { type ChartFile, valuesOf } from './files.ts'
import { type SplitLayers, sortLayers } from './annotation-layers.ts'
import { decideImportAction, yieldBetweenFiles, type ImportRun, newOwners } from './import-run.ts'
import { toText } from './json-text.ts'
import { type TagsByEntity, planTags, type TagPlan, NO_TAG_PLAN, withTags, writeTags } from './tags.ts'
import { parseJson } from '#core/rest/json.ts'

type Json = Record<string, unknown>

/** A file of a chart, and the dataset it uses. */
export interface ChartToWrite {
  readonly path: string
  readonly file: ChartFile
  readonly datasetId: number
}

/** Maximum charts read and written together. */
const AT_ONCE = 500

/** Writes the charts of a bundle; returns their ids by uuid. */
export async function importCharts(
  importing: ImportRun,
  charts: readonly ChartToWrite[],
): Promise<ReadonlyMap<string, number>> {
  const { store } = importing
  const ids = new Map<string, number>()
  const reads = readerOf(importing)
  for (let index = 0; index < charts.length; index += AT_ONCE) {
    const some = charts.slice(index, index + AT_ONCE)
    const uuids = some.map(({ file }) => file.uuid)
    const known = new Map(await store.charts.byUuids(uuids, { deleted: true }))
    const currentTags = await store.tags.ofEntities(
      'chart',
      [...known.values()].map(({ id }) => id),
    )
    const batch: Batch = { ids, known, carried: currentTags, fresh: new Map(), changed: new Map() }
    for (const chart of some) {
      await yieldBetweenFiles(importing)
      const { uuid } = chart.file
      // A second file with the same uuid must find the result of the first.
      if (batch.fresh.has(uuid) || batch.changed.has(uuid)) await writeAll(importing, batch)
      await importChart(importing, chart, reads, batch)
      importing.isWritten?.()
    }
    await writeAll(importing, batch)
  }
  return ids
}

/** The values of a chart, and its tags. */
interface WrittenChart<Values> {
  readonly values: Values
  readonly tags: TagPlan
}

/** Charts that are written together, by uuid. */
interface Batch {
  readonly ids: Map<string, number>
  /** Existing charts and their tags. */
  readonly known: Map<string, Chart>
  readonly carried: TagsByEntity
  /** Charts to create, in order. */
  readonly fresh: Map<string, WrittenChart<ChartDraft>>
  /** Existing charts to replace. */
  readonly changed: Map<string, WrittenChart<ChartDraft> & { readonly id: number }>
}

/** Writes the pending charts. */
async function writeAll(importing: ImportRun, { ids, known, fresh, changed }: Batch): Promise<void> {
  const { store, actor } = importing
  const drafts = [...fresh.values()].map(({ values }) => values)
  const patches = [...changed.values()].map(({ id, values }) => ({ id, patch: values }))
  const written = [
    ...(await store.charts.createMany(drafts, actor)),
    ...(await store.charts.updateMany(patches, actor)),
  ]
  for (const chart of written) {
    ids.set(chart.uuid, chart.id)
    known.set(chart.uuid, chart)
    await writeTags(
      importing,
      'chart',
      chart.id,
      (fresh.get(chart.uuid) ?? changed.get(chart.uuid))?.tags ?? NO_TAG_PLAN,
    )
  }
  fresh.clear()
  changed.clear()
}

/** Adds one chart of a bundle to the batch, with its dataset. */
async function importChart(
  importing: ImportRun,
  { path, file, datasetId }: ChartToWrite,
  reads: (datasetId: number) => Promise<boolean>,
  { ids, known: all, carried, fresh, changed }: Batch,
): Promise<void> {
  const { store, actor } = importing
  const existing = all.get(file.uuid)
  const decision = decideImportAction(importing, 'chart', path, existing)
  const reported = { path, kind: 'chart', name: file.slice_name } as const
  if (existing && decision === 'keep') {
    recordChange(importing, reported, decision, existing)
    ids.set(file.uuid, existing.id)
    return
  }
  if (existing?.datasource_id !== datasetId && !(await reads(datasetId)))
    importing.problems[path] = `A chart cannot be written as user doesn't have access to its dataset`
  const values = chartValues(importing, file, datasetId, existing)
  const tags = await planTags(importing, path, 'chart', existing, file, carried)
  recordChange(importing, reported, decision, ...withTags(existing, values, tags))
  if (!existing) {
    const draft = { ...values, uuid: file.uuid, owners: newOwners(importing), last_saved_by_fk: actor }
    fresh.set(file.uuid, { values: draft, tags })
    return
  }
  if (existing.deleted_at !== null) await store.charts.restore(existing.id, actor)
  changed.set(file.uuid, { id: existing.id, values, tags })
}

function chartValues(
  { warnings }: ImportRun,
  file: ChartFile,
  datasetId: number,
  existing: Chart | undefined,
): ChartDraft {
  const params = parse(file.params)
  const layers = sortLayers(params['annotation_layers'], existing && parse(existing.params)['annotation_layers'])
  if (layers.left.length > 0)
    warnings.push(
      `Annotation layers of the chart ${file.slice_name} are omitted, because their sources are not in the bundle: ${layers.left.join(', ')}`,
    )
  return {
    slice_name: file.slice_name,
    viz_type: file.viz_type,
    ...valuesOf(chartEntity.fields, file),
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify(remapParams(params, datasetId, layers)),
    unknown_keys: toText(file.unknown),
    query_context: remapContext(file.query_context, datasetId, layers),
  }
}

/**
 * Returns a function that says whether the importer may read a dataset, checked once per dataset; datasets of the
 * bundle itself are readable.
 */
function readerOf({ store, user }: ImportRun): (datasetId: number) => Promise<boolean> {
  const known = new Map<number, boolean>()
  return async (id) => {
    if (!user) return true
    const found =
      known.get(id) ??
      (await store.datasets.count({ and: [{ col: 'id', op: 'eq', value: id }, datasetAccess(user)] })) > 0
    known.set(id, found)
    return found
  }
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

/** Returns the parameters of a chart from its file. */
export function importedParams(params: string | null, datasetId: number): Json {
  return remapParams(parse(params), datasetId)
}

/** Returns the query context of a chart from its file as text; null if it is invalid. */
export function importedQueryContext(context: string | null, datasetId: number): string | null {
  return remapContext(context, datasetId)
}

function remapParams(params: Json, datasetId: number, layers?: SplitLayers): Json {
  const { slice_id: _, ...rest } = params
  const retained = layers && Array.isArray(rest['annotation_layers']) ? { annotation_layers: layers.retained } : {}
  return { ...rest, ...retained, datasource: `${datasetId}__table` }
}

function remapContext(
  context: string | Json | null | undefined,
  datasetId: number,
  layers?: SplitLayers,
): string | null {
  const text = toText(context)
  if (text === null) return null
  const value = parse(text)
  const { queries } = value
  if (!Array.isArray(queries)) return null
  // A query may name its own dataset, by an id that means another one here.
  const own = queries.map((query: unknown) => {
    const { datasource: _, ...rest } = (query ?? {}) as Json
    return rest
  })
  const form = value['form_data']
  const moved =
    typeof form === 'object' && form !== null ? { form_data: remapParams(form as Json, datasetId, layers) } : {}
  return JSON.stringify({ ...value, ...moved, queries: own, datasource: { id: datasetId, type: 'table' } })
}
