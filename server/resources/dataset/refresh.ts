import * as z from 'zod'
import { has } from '#core/access/ability.ts'
import { allowed } from '#core/access/can.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dataset, DatasetColumnDraft } from '#core/entity/dataset.ts'
import { usedNames } from '#core/query/used-names.ts'
import { readBody } from '#core/rest/body.ts'
import { refreshAnswer } from '#core/rest/dataset-shapes.ts'
import { Fault } from '#core/rest/fault.ts'
import { chartQueries } from '#server/data/chart-queries.ts'
import type { TableColumn } from '#server/engines/engine.ts'
import { refuseManaged } from '#server/resources/generic.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { readColumns, syncColumns } from '#server/resources/shared/source-columns.ts'
import { type Answer, type Asked, said } from '#server/route/route.ts'
import type { Store } from '#server/store/store.ts'
import { type Renames, renamedChart, renamedParts } from './rename-columns.ts'

/** Columns that one refresh renames, and charts that are searched. */
const MAX_RENAMES = 100
const MAX_CHARTS = 2000

export const refreshBody = z.looseObject({
  /** Names of columns that the source no longer has, each with the column of the source that takes its place. */
  renamed: z
    .record(z.string(), z.string())
    .refine((names) => Object.keys(names).length <= MAX_RENAMES, `At most ${MAX_RENAMES} columns are renamed at once`)
    .nullish(),
  /** Says what would change, and changes nothing. */
  dry_run: z.boolean().nullish(),
})

type Refreshed = z.output<typeof refreshAnswer>

/**
 * Takes the columns of a dataset from its source, all in one transaction. A renamed column keeps what was edited of it,
 * and its new name is written into the dataset and the charts that the caller may edit.
 */
export async function refreshDataset(dataset: Dataset, asked: Asked): Promise<Answer> {
  const read = readBody(refreshBody, asked.body ?? {})
  if ('errors' in read) throw new Fault('fields-wrong', { fields: read.errors })
  const renames: Renames = new Map(Object.entries(read.ok.renamed ?? {}))
  const { store, road } = asked.context
  const database = await store.databases.get(dataset.database_id)
  if (!database) throw new Fault('database-missing')
  const found = await readColumns(road, database, dataset, asked.user)
  if (found.length === 0) throw new Fault('table-missing', { args: [dataset.table_name] })
  checkRenames(dataset, found, renames)
  const changes = changesOf(dataset, found, renames)
  const concerned = await concernedCharts(dataset, asked, [...changes.removed, ...renames.keys()])
  const rewritten = renames.size > 0 ? await rewrittenCharts(concerned, asked, renames) : new Map<number, Chart>()
  const charts = concerned.map(({ chart: { id, slice_name }, columns }) => {
    return { id, slice_name, columns, is_rewritten: rewritten.has(id) }
  })
  const undo = read.ok.dry_run ? [] : await save(dataset, { asked, found, renames, charts: [...rewritten.values()] })
  return said(refreshAnswer, { message: 'OK', changes, charts, undo })
}

/** Rejects names that the source still has, or has not, and two that become one. */
function checkRenames(dataset: Dataset, found: readonly TableColumn[], renames: Renames): void {
  const names = new Set(found.map(({ name }) => name))
  const targets = [...renames.values()]
  for (const [from, to] of renames) {
    const computed = dataset.columns.find(({ column_name }) => column_name === from)?.expression
    if (names.has(from) || computed) throw refused(`Column ${from} is still there`)
    if (!names.has(to)) throw refused(`The source has no column ${to}`)
    if (targets.filter((each) => each === to).length > 1) throw refused(`Two columns are renamed to ${to}`)
  }
}

const refused = (text: string): Fault => new Fault('fields-refused', { fields: { renamed: [text] } })

function changesOf(dataset: Dataset, found: readonly TableColumn[], renames: Renames): Refreshed['changes'] {
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
  /** Those of the names that it uses. */
  readonly columns: string[]
}

/** The charts on a dataset that the caller may see and that use any of these columns. */
async function concernedCharts(dataset: Dataset, asked: Asked, names: readonly string[]): Promise<ConcernedChart[]> {
  if (names.length === 0) return []
  const { rows } = await asked.context.store.charts.list({
    where: {
      and: [
        { col: 'datasource_id', op: 'eq', value: dataset.id },
        { col: 'datasource_type', op: 'eq', value: 'table' },
        allowed(asked.user, 'read', 'Chart', ruleOptions(asked)),
      ],
    },
    page: 0,
    pageSize: MAX_CHARTS,
  })
  const missing = names.filter((name) => !dataset.columns.some(({ column_name }) => column_name === name))
  const columns = [...dataset.columns, ...missing.map((column_name) => ({ column_name }))]
  return rows.flatMap((chart) => {
    const used = usedNames(chartQueries(chart), { columns, metrics: dataset.metrics })
    const concerned = names.filter((name) => used.columns.has(name))
    return concerned.length === 0 ? [] : [{ chart, columns: concerned }]
  })
}

/** The charts with the new names in them, where the caller may edit them and they name an old one themselves. */
async function rewrittenCharts(all: readonly ConcernedChart[], asked: Asked, renames: Renames) {
  const rewritten = new Map<number, Chart>()
  if (!has(asked.user, 'can_write', 'Chart')) return rewritten
  const ids = all.filter(({ chart }) => !chart.is_managed_externally).map(({ chart: { id } }) => id)
  const { rows } = await asked.context.store.charts.list({
    where: { and: [{ col: 'id', op: 'in', value: ids }, allowed(asked.user, 'write', 'Chart', ruleOptions(asked))] },
  })
  for (const row of rows) {
    const chart = renamedChart(row, renames)
    if (chart) rewritten.set(row.id, chart)
  }
  return rewritten
}

interface Saved {
  readonly asked: Asked
  readonly found: readonly TableColumn[]
  readonly renames: Renames
  readonly charts: readonly Chart[]
}

/** Saves all of it or nothing; gives the versions of before. */
async function save(dataset: Dataset, { asked, found, renames, charts }: Saved): Promise<Refreshed['undo']> {
  if (renames.size > 0) refuseManaged(dataset)
  const { userId } = asked.user
  const { columns, ...renamed } = renamedParts(dataset, renames)
  const synced: readonly DatasetColumnDraft[] = syncColumns(columns, found)
  const options = { ifVersion: dataset.version }
  return asked.context.store.transaction(async (store) => {
    const own = await versioned(store, 'dataset', dataset.id, () =>
      store.datasets.update(dataset.id, { ...renamed, columns: synced }, userId, options),
    )
    const undo = [...own]
    for (const { id, version, params, query_context } of charts) {
      const patch = { params, query_context, last_saved_at: asked.context.now(), last_saved_by_fk: userId }
      const act = () => store.charts.update(id, patch, userId, { ifVersion: version })
      undo.push(...(await versioned(store, 'chart', id, act)))
    }
    return undo
  })
}

/** Runs a save as a version of its own, and gives the version of before where the save made one. */
async function versioned(store: Store, resource: 'dataset' | 'chart', id: number, act: () => Promise<unknown>) {
  await store.revisions.close(resource, id)
  const [last] = (await store.revisions.page(resource, id, 0, 1)).rows
  await act()
  const [after, before] = (await store.revisions.page(resource, id, 0, 2)).rows
  return before && after?.id !== last?.id ? [{ resource, id, revision: before.id }] : []
}
