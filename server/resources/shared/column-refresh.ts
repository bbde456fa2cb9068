import { hasPermission } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dataset, DatasetColumnDraft } from '#core/entity/dataset.ts'
import type { Entity } from '#core/entity/entity.ts'
import { type QuoteMark, quoteMarkOf } from '#core/query/quote-mark.ts'
import { usedNames } from '#core/query/used-names.ts'
import type { ColumnMask } from '#core/rest/column-masks.ts'
import type { refreshResponse } from '#core/rest/dataset-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { chartQueries } from '#server/data/plan/chart-queries.ts'
import type { TableColumn } from '#server/engines/engine.ts'
import { rejectManagedEntity } from '#server/resources/resource-handlers.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import type * as z from 'zod'
import { type Renames, renamedChart, renamedParts } from './rename-columns.ts'
import { ruleOptions } from './rule-options.ts'
import { syncColumns } from './source-columns.ts'

/** Maximum charts that are searched for columns. */
const MAX_CHARTS = 2000

type RefreshResponse = z.output<typeof refreshResponse>

/** The changes to a dataset when its columns are refreshed from its source. */
export interface ColumnRefresh {
  readonly dataset: Dataset
  readonly found: readonly TableColumn[]
  readonly renames: Renames
  readonly changes: RefreshResponse['changes']
  /** Charts that use a removed or renamed column and that the caller may see. */
  readonly charts: RefreshResponse['charts']
  /** The charts that the caller may edit, with the new names. */
  readonly rewritten: readonly Chart[]
  /** The quote mark of the database. */
  readonly mark: QuoteMark
}

/** Returns the changes for these columns; throws if a rename does not match them. */
export async function planRefresh(
  dataset: Dataset,
  request: RouteRequest,
  found: readonly TableColumn[],
  renames: Renames,
): Promise<ColumnRefresh> {
  checkRenames(dataset, found, renames)
  const changes = changesOf(dataset, found, renames)
  const mark = quoteMarkOf((await request.context.store.databases.get(dataset.database_id))?.backend)
  const concerned = await concernedCharts(dataset, request, [...changes.removed, ...renames.keys()], mark)
  const rewritten =
    renames.size > 0 ? await rewrittenCharts(concerned, request, { renames, mark }) : new Map<number, Chart>()
  const charts = concerned.map(({ chart: { id, slice_name }, columns }) => {
    return { id, slice_name, columns, is_rewritten: rewritten.has(id) }
  })
  return { dataset, found, renames, changes, charts, rewritten: [...rewritten.values()], mark }
}

/**
 * Saves a refresh and its dependent changes in one transaction, and returns the previous versions. `also` runs last,
 * inside the transaction, and must not use the store: if it fails, nothing is saved.
 */
export async function saveColumnRefresh(
  { dataset, found, renames, rewritten, mark }: ColumnRefresh,
  request: RouteRequest,
  also: () => Promise<void> = async () => {},
): Promise<RefreshResponse['undo']> {
  if (renames.size > 0) rejectManagedEntity(dataset)
  const { userId } = request.user
  const { columns, ...renamed } = renamedParts(dataset, renames, mark)
  const synced: readonly DatasetColumnDraft[] = syncColumns(columns, found)
  const options = { ifVersion: dataset.version }
  return request.context.store.transaction(async (store) => {
    const own = await saveAsVersion(store, 'dataset', dataset, () =>
      store.datasets.update(dataset.id, { ...renamed, columns: synced }, userId, options),
    )
    await addRenamedMasks(store, dataset.id, renames, userId)
    const undo = [...own]
    for (const chart of rewritten) {
      const { id, version, params, query_context } = chart
      const patch = { params, query_context, last_saved_at: request.context.now(), last_saved_by_fk: userId }
      const handler = () => store.charts.update(id, patch, userId, { ifVersion: version })
      undo.push(...(await saveAsVersion(store, 'chart', (await store.charts.get(id)) ?? chart, handler)))
    }
    await also()
    return undo
  })
}

/**
 * Adds the masks of renamed columns under the new names, in the transaction that renames them. The old names keep
 * theirs: an undone upload brings the columns back.
 */
async function addRenamedMasks(store: Store, datasetId: number, renames: Renames, actor: Actor): Promise<void> {
  const before = await store.columnMasks.ofDataset(datasetId)
  const names = new Map([...renames].map(([from, to]) => [from.toLowerCase(), to]))
  const added = before.flatMap((mask): readonly ColumnMask[] => {
    const name = names.get(mask.column_name.toLowerCase())
    const isKnown = before.some((each) => JSON.stringify(each) === JSON.stringify({ ...mask, column_name: name }))
    return name === undefined || isKnown ? [] : [{ ...mask, column_name: name }]
  })
  if (added.length === 0) return
  const after = [...before, ...added]
  await store.columnMasks.set(datasetId, after)
  const printed = (masks: readonly ColumnMask[]) => JSON.stringify({ column_masks: masks })
  const entity = { entity_type: 'dataset', entity_id: datasetId } as const
  await store.events.append({ actor, action: 'update', ...entity, before: printed(before), after: printed(after) })
}

/** Rejects renames of columns that still exist, to columns that do not exist, and of two columns to one name. */
function checkRenames(dataset: Dataset, found: readonly TableColumn[], renames: Renames): void {
  const names = new Set(found.map(({ name }) => name))
  const targets = [...renames.values()]
  for (const [from, to] of renames) {
    const computed = dataset.columns.find(({ column_name }) => column_name === from)?.expression
    if (names.has(from) || computed) throw renamedError(`Column ${from} is still there`)
    if (!names.has(to)) throw renamedError(`The source has no column ${to}`)
    if (targets.filter((each) => each === to).length > 1) throw renamedError(`Two columns are renamed to ${to}`)
  }
}

const renamedError = (text: string): ApiError => new ApiError('fields-refused', { fields: { renamed: [text] } })

function changesOf(dataset: Dataset, found: readonly TableColumn[], renames: Renames): RefreshResponse['changes'] {
  const own = dataset.columns.filter(({ expression }) => !expression)
  const known = new Map(dataset.columns.map((column) => [column.column_name, column]))
  const names = new Set(found.map(({ name }) => name))
  const targets = new Set(renames.values())
  return {
    added: found.map(({ name }) => name).filter((name) => !known.has(name) && !targets.has(name)),
    removed: own.map(({ column_name }) => column_name).filter((name) => !names.has(name) && !renames.has(name)),
    type_changed: found.flatMap(({ name, type: after }) => {
      const before = known.get(name)
      return before && !before.expression && before.type !== after ? [{ name, before: before.type, after }] : []
    }),
    renamed: [...renames].map(([from, to]) => ({ from, to })),
  }
}

interface ConcernedChart {
  readonly chart: Chart
  /** The names among these that it uses. */
  readonly columns: string[]
}

/** Returns the charts of a dataset that the caller may see and that use any of these columns. */
async function concernedCharts(
  dataset: Dataset,
  request: RouteRequest,
  names: readonly string[],
  mark: QuoteMark,
): Promise<ConcernedChart[]> {
  if (names.length === 0) return []
  const { rows } = await request.context.store.charts.list({
    where: {
      and: [
        { col: 'datasource_id', op: 'eq', value: dataset.id },
        { col: 'datasource_type', op: 'eq', value: 'table' },
        allowedRows(request.user, 'read', 'Chart', ruleOptions(request)),
      ],
    },
    page: 0,
    pageSize: MAX_CHARTS,
  })
  const missing = names.filter((name) => !dataset.columns.some(({ column_name }) => column_name === name))
  const columns = [...dataset.columns, ...missing.map((column_name) => ({ column_name }))]
  return rows.flatMap((chart) => {
    const used = usedNames(chartQueries(chart), { columns, metrics: dataset.metrics }, mark)
    const concerned = names.filter((name) => used.columns.has(name))
    return concerned.length === 0 ? [] : [{ chart, columns: concerned }]
  })
}

/** Returns the charts with the new names, if the caller may edit them and their form data contains an old name. */
async function rewrittenCharts(
  all: readonly ConcernedChart[],
  request: RouteRequest,
  { renames, mark }: Pick<ColumnRefresh, 'renames' | 'mark'>,
) {
  const rewritten = new Map<number, Chart>()
  if (!hasPermission(request.user, 'can_write', 'Chart')) return rewritten
  const ids = all.filter(({ chart }) => !chart.is_managed_externally).map(({ chart: { id } }) => id)
  const { rows } = await request.context.store.charts.list({
    where: {
      and: [{ col: 'id', op: 'in', value: ids }, allowedRows(request.user, 'write', 'Chart', ruleOptions(request))],
    },
  })
  for (const row of rows) {
    const chart = renamedChart(row, renames, mark)
    if (chart) rewritten.set(row.id, chart)
  }
  return rewritten
}

/** Runs a save as a separate version; returns the previous version if the save created one. */
async function saveAsVersion(
  store: Store,
  resource: 'dataset' | 'chart',
  row: Entity,
  handler: () => Promise<unknown>,
) {
  const { id } = row
  await store.revisions.close(resource, id, row)
  const [last] = (await store.revisions.page(resource, id, 0, 1)).rows
  await handler()
  const [after, before] = (await store.revisions.page(resource, id, 0, 2)).rows
  return before && after?.id !== last?.id ? [{ resource, id, revision: before.id }] : []
}
