import type * as z from 'zod'
import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { type QuoteMark, quoteMarkOf } from '#core/query/quote-mark.ts'
import { resolveNames, type UsedNames, usedNames } from '#core/query/used-names.ts'
import type { lineageResponse } from '#core/rest/dataset-shapes.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { isObject } from '#core/rest/json.ts'
import { chartQueries } from '#server/data/plan/chart-queries.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { derivedDatasets, type TemplateDataset } from './derived-lineage.ts'

/** Maximum charts, dashboards, datasets and expressions that are searched: the last changed ones. */
const MAX_SEARCHED = 2000

const LAST_CHANGED = [{ column: 'changed_on', direction: 'desc' }] as const

type Lineage = z.output<typeof lineageResponse>['result']

/** A chart, filter or dashboard that uses parts of the dataset. */
interface User {
  readonly chart?: number
  readonly filter?: { readonly dashboard_id: number; readonly id: string }
  readonly dashboards: readonly number[]
  readonly used: UsedNames
}

/**
 * Returns the charts, filters and dashboards that use a dataset, by its columns and metrics, and the datasets that read
 * it, as far as the caller may see them. Charts and filters of datasets that read it are included.
 */
export async function lineageOf(dataset: Dataset, request: RouteRequest): Promise<Lineage> {
  const mark = quoteMarkOf((await request.context.store.databases.get(dataset.database_id))?.backend)
  const { datasets, isLimited: hasMoreDatasets } = await datasetsWithMacros(dataset, request)
  const { readers, derived, undetermined, baseNames, ...found } = await derivedDatasets(dataset, datasets, mark, (id) =>
    request.context.store.datasets.get(id),
  )
  const sources = new Map([dataset, ...derived].map((each) => [each.id, each]))
  const { charts, isLimited: hasMoreCharts } = await chartsOf([...sources.keys()], request)
  const { dashboards, isLimited } = await dashboardsOf(request)
  const visible = new Set(dashboards.map(({ id }) => id))
  const toBase = (source: Dataset, used: UsedNames) => (source.id === dataset.id ? used : baseNames(source, used))
  const filters = dashboards.flatMap((dashboard) => filtersOn(dashboard, sources, mark, toBase))
  const chartUsers = charts.flatMap((chart) => {
    const source = sources.get(chart.datasource_id ?? 0)
    if (!source) return []
    const dashboardIds = chart.dashboards.filter((id) => visible.has(id))
    return [
      {
        chart: chart.id,
        dashboards: dashboardIds,
        used: toBase(source, usedNames(chartQueries(chart), source, mark)),
      },
    ]
  })
  const users: readonly User[] = [
    ...chartUsers,
    ...filters.map(({ dashboard_id, id, used }) => ({
      filter: { dashboard_id, id },
      dashboards: [dashboard_id],
      used,
    })),
  ]
  const involved = new Set(users.flatMap((user) => user.dashboards))
  return {
    charts: charts.map(({ id, slice_name, viz_type }) => ({ id, slice_name, viz_type })),
    dashboards: dashboards
      .filter(({ id }) => involved.has(id))
      .map(({ id, dashboard_title }) => ({ id, title: dashboard_title })),
    filters: filters.map(({ dashboard_id, id, name }) => ({ dashboard_id, id, name })),
    datasets: readers.map(nameOf),
    undetermined_datasets: undetermined.map(nameOf),
    columns: partsOf(
      dataset.columns.map(({ column_name }) => column_name),
      users,
      ({ columns }) => columns,
    ),
    metrics: partsOf(
      dataset.metrics.map(({ metric_name }) => metric_name),
      users,
      ({ metrics }) => metrics,
    ),
    is_limited: hasMoreCharts || isLimited || hasMoreDatasets || found.isLimited,
  }
}

const nameOf = ({ id, table_name }: TemplateDataset) => ({ id, table_name })

async function chartsOf(
  datasets: readonly number[],
  request: RouteRequest,
): Promise<{ charts: readonly Chart[]; isLimited: boolean }> {
  const { rows, count } = await request.context.store.charts.list({
    where: {
      and: [
        { col: 'datasource_id', op: 'in', value: datasets },
        { col: 'datasource_type', op: 'eq', value: 'table' },
        allowedRows(request.user, 'read', 'Chart', ruleOptions(request)),
      ],
    },
    order: LAST_CHANGED,
    page: 0,
    pageSize: MAX_SEARCHED,
  })
  return { charts: rows, isLimited: count > rows.length }
}

/**
 * Returns the dashboards that the caller may see, most recently changed first: each may have a filter on the dataset.
 */
async function dashboardsOf(request: RouteRequest): Promise<{ dashboards: readonly Dashboard[]; isLimited: boolean }> {
  const { rows, count } = await request.context.store.dashboards.list({
    where: allowedRows(request.user, 'read', 'Dashboard', ruleOptions(request)),
    order: LAST_CHANGED,
    page: 0,
    pageSize: MAX_SEARCHED,
  })
  return { dashboards: rows, isLimited: count > rows.length }
}

const MACROS = ['dataset', 'metric']

/** Returns the listed datasets of the same database whose SQL or expressions may read others by a macro. */
async function datasetsWithMacros({ database_id }: Dataset, request: RouteRequest) {
  const { datasets } = request.context.store
  const listed: Condition = {
    and: [
      { col: 'database_id', op: 'eq', value: database_id },
      allowedRows(request.user, 'list', 'Dataset', ruleOptions(request)),
    ],
  }
  const found = await datasets.findTemplateExpressions(MACROS, listed, MAX_SEARCHED)
  const expressions = new Map<number, string[]>()
  for (const { dataset_id, expression } of found)
    expressions.set(dataset_id, [...(expressions.get(dataset_id) ?? []), expression])
  const inSql = MACROS.map((value) => ({ col: 'sql', op: 'ct', value }) as const)
  const { rows, count } = await datasets.list({
    where: { and: [listed, { or: [...inSql, { col: 'id', op: 'in', value: [...expressions.keys()] }] }] },
    order: LAST_CHANGED,
    page: 0,
    pageSize: MAX_SEARCHED,
  })
  return {
    datasets: rows.map((row) => ({ ...row, expressions: expressions.get(row.id) ?? [] })),
    isLimited: count > rows.length || found.length === MAX_SEARCHED,
  }
}

/** Returns the native filters of a dashboard that query one of the datasets, with the parts of the base they use. */
function filtersOn(
  { id: dashboard_id, json_metadata }: Dashboard,
  datasets: ReadonlyMap<number, Dataset>,
  mark: QuoteMark,
  toBase: (source: Dataset, used: UsedNames) => UsedNames,
) {
  const filters: unknown = readMetadata(json_metadata).native_filter_configuration
  return listIn(filters).flatMap((filter) => {
    const targets = listIn(filter['targets'])
    const all = [...new Set(targets.map(({ datasetId }) => datasetId))].flatMap((id) => {
      const source = typeof id === 'number' ? datasets.get(id) : undefined
      if (!source) return []
      const own = targets.filter(({ datasetId }) => datasetId === id)
      return [toBase(source, resolveNames(filterMentions(filter, own), source, mark))]
    })
    if (all.length === 0) return []
    const used = {
      columns: new Set(all.flatMap(({ columns }) => [...columns])),
      metrics: new Set(all.flatMap(({ metrics }) => [...metrics])),
    }
    return [{ dashboard_id, id: textOf(filter['id']), name: textOf(filter['name']), used }]
  })
}

type Values = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listIn = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isObject) : [])

function filterMentions(filter: Values, targets: readonly Values[]) {
  const { controlValues, granularity_sqla, sortMetric } = filter
  const clauses = listIn(filter['adhoc_filters'])
  const columns = targets.map(({ column }) => (isObject(column) ? column['name'] : undefined))
  const sort = isObject(controlValues) ? controlValues['sortMetric'] : undefined
  return {
    names: [...columns, granularity_sqla, sortMetric, sort, ...clauses.map(({ subject }) => subject)].map(textOf),
    sql: clauses.map(({ sqlExpression }) => textOf(sqlExpression)),
  }
}

/** Returns the used parts of the dataset, in its order. */
function partsOf(
  names: readonly string[],
  users: readonly User[],
  of: (used: UsedNames) => ReadonlySet<string>,
): Lineage['columns'] {
  return names.flatMap((name) => {
    const found = users.filter(({ used }) => of(used).has(name))
    if (found.length === 0) return []
    return [
      {
        name,
        charts: found.flatMap(({ chart }) => chart ?? []),
        dashboards: [...new Set(found.flatMap(({ dashboards }) => dashboards))],
        filters: found.flatMap(({ filter }) => filter ?? []),
      },
    ]
  })
}
