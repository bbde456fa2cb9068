import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chartType } from '#charts/index.ts'
import type { PieProps } from '#charts/pie/props.ts'
import type { Branch, Nested } from '#charts/shared/nested/nested.ts'
import { type Column, NUMERIC, STRING, type Table } from '#core/table/table.ts'
import { chartViewProps } from '#testing/chart-props.ts'
import { dataset, datasetColumn, datasetMetric } from '#testing/dataset.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'

/*
 * Sums of n by town: A 100, B 60, C 30, D 25, E 12, null 7, F 5, G 2.
 * Sums of n by kind and town: x: A 70 (2 rows), B 60, E 12, C 10, G 2; y: A 30, D 25, C 20, null 7, F 5.
 */
const statements = [
  `CREATE TABLE visits AS FROM (VALUES ('x', 'A', 40), ('x', 'A', 30), ('y', 'A', 30), ('x', 'B', 60), ('x', 'C', 10),
    ('y', 'C', 20), ('y', 'D', 25), ('x', 'E', 12), ('y', 'F', 5), ('x', 'G', 2), ('y', NULL, 7)) v(kind, town, n)`,
]
const visits = dataset({
  table_name: 'visits',
  columns: [
    ...['kind', 'town'].map((column_name) => datasetColumn({ column_name, type: 'VARCHAR' })),
    datasetColumn({ column_name: 'n', type: 'INTEGER' }),
  ],
  metrics: [datasetMetric('total', 'SUM(n)'), datasetMetric('mean', 'AVG(n)')],
})

let runner: QueryRunner
beforeAll(async () => {
  runner = await openQueryRunner(visits, statements, Date.UTC(2024, 5, 15))
})
afterAll(() => runner.close())

const having = (sqlExpression: string) => ({
  adhoc_filters: [{ expressionType: 'SQL', clause: 'HAVING', sqlExpression }],
})

/** Returns the props of a chart from the results of its queries on DuckDB. */
async function propsOf<P>(form: { readonly viz_type: string } & Record<string, unknown>): Promise<P> {
  const kind = chartType(form.viz_type)
  const tables: Table[] = []
  for (const query of kind?.toQueries(form) ?? []) {
    // The runner runs some queries twice and compares their rows; those of totals have no order of their own.
    const rows = await runner.rows(query.grouping_sets ? { ...query, orderby: [['kind', true]] } : query)
    const columns = Object.keys(rows[0] ?? {}).map(
      (name): Column => ({
        name,
        type: name === 'kind' || name === 'town' ? STRING : NUMERIC,
        values: rows.map((row) => row[name] ?? null),
      }),
    )
    tables.push({ columns, rowCount: rows.length })
  }
  const dashboard = { dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
  return chartViewProps(kind, { form, tables, entries: [], ...dashboard }) as P
}

describe('a pie with a metric filter', () => {
  const pie = { viz_type: 'pie', groupby: ['town'], metric: 'total', sort_by_metric: true, row_limit: 100 }
  const slices = async (more: object) => {
    const props = await propsOf<PieProps>({ ...pie, ...more })
    return [props.total, ...props.slices.map(({ name, value, share }) => [name, value, share])]
  }

  it('combines the groups that pass the filter in Other, without the ones that fail it', async () => {
    // Others: C 30 + D 25 + E 12 + null 7 + F 5; G fails.
    expect(await slices({ ...having('SUM(n) > 4'), slice_limit: 2 })).toEqual([
      239,
      ['A', 100, 100 / 239],
      ['B', 60, 60 / 239],
      ['Other', 79, 79 / 239],
    ])
  })

  it('has no Other if all groups that pass have slices', async () => {
    expect(await slices({ ...having('SUM(n) > 50'), slice_limit: 2 })).toEqual([
      160,
      ['A', 100, 100 / 160],
      ['B', 60, 60 / 160],
    ])
  })

  it('shows shares of the groups that pass', async () => {
    expect(await slices({ ...having('SUM(n) > 20'), slice_limit: null })).toEqual([
      215,
      ['A', 100, 100 / 215],
      ['B', 60, 60 / 215],
      ['C', 30, 30 / 215],
      ['D', 25, 25 / 215],
    ])
  })
})

describe.each(['treemap_v2', 'sunburst_v2'])('%s with a metric filter', (viz_type) => {
  const form = { viz_type, groupby: ['kind', 'town'], columns: ['kind', 'town'], sort_by_metric: true }
  const outlineOf = ({ name, value, children }: Branch): unknown =>
    children.length > 0 ? [name, value, ...children.map(outlineOf)] : [name, value]
  const outline = async (more: object) => {
    const { tree } = await propsOf<{ readonly tree: Nested }>({ ...form, ...having('SUM(n) > 8'), ...more })
    return [tree.total, ...tree.branches.map(outlineOf)]
  }

  it('adds up the parts that pass the filter', async () => {
    // y without null 7 and F 5, x without G 2.
    expect(await outline({ metric: 'total', row_limit: 100 })).toEqual([
      227,
      ['x', 152, ['A', 70], ['B', 60], ['E', 12], ['C', 10]],
      ['y', 75, ['A', 30], ['D', 25], ['C', 20]],
    ])
  })

  it('averages the rows of the parts that pass the filter, also beyond the row limit', async () => {
    // x: 152 in 5 rows; y: 75 in 3 rows; all: 227 in 8 rows. The largest means are those of B 60 and A 35.
    expect(await outline({ metric: 'mean', row_limit: 2 })).toEqual([28.375, ['x', 30.4, ['B', 60], ['A', 35]]])
  })
})
