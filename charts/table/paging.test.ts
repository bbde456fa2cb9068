import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { table } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn as column, datasetMetric as metric } from '#testing/dataset.ts'

const form = {
  viz_type: 'table',
  query_mode: 'aggregate',
  groupby: ['origin', 'carrier'],
  metrics: ['count'],
  server_pagination: true,
}
const requests = (ownState: object = {}, more: object = {}): readonly QueryObject[] =>
  table.toQueries({ ...form, ...more, ownState })

/** Returns the key of the rows that the pages belong to, as the table reports it. */
function nameOf(more: object = {}): string | undefined {
  const whole = { ...form, ...more } as never
  const input = { tables: [], entries: [], dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
  const { pages } = propsFor(table, toProps, { ...input, form: whole }) as {
    readonly pages: { readonly of: string } | null
  }
  return pages?.of
}

describe('the queries of a page', () => {
  it('requests ten rows and the row count', () => {
    const [page, count, ...more] = requests()
    expect(more).toEqual([])
    expect(page).toMatchObject({ row_limit: 10, row_offset: 0 })
    expect(page?.orderby).toEqual([
      ['count', false],
      ['origin', true],
      ['carrier', true],
    ])
    expect(count).toMatchObject({ is_rowcount: true, row_limit: 0, row_offset: 0, post_processing: [] })
    expect(count).not.toHaveProperty('orderby')
  })

  it('use the page and page length that the user set, before those of the form', () => {
    expect(requests({}, { server_page_length: 50 })[0]).toMatchObject({ row_limit: 50, row_offset: 0 })
    expect(requests({ currentPage: 3, pageSize: 20 }, { server_page_length: 50 })[0]).toMatchObject({
      row_limit: 20,
      row_offset: 60,
    })
  })

  it('limits the page size, and ignores invalid pages', () => {
    expect(requests({ pageSize: 1_000_000 })[0]?.row_limit).toBe(1000)
    expect(requests({}, { server_page_length: 99_999 })[0]?.row_limit).toBe(1000)
    for (const wrong of [-1, 1.5, 'x', null, Number.NaN])
      expect(requests({ currentPage: wrong, pageSize: wrong })[0]).toMatchObject({ row_limit: 10, row_offset: 0 })
    expect(requests({ searchText: 'x'.repeat(500) })[0]?.filters?.[0]?.val).toBe(`%${'x'.repeat(200)}%`)
  })

  it('request the first page when filters have changed since it was chosen, and keep order and search', () => {
    const own = { currentPage: 4, pageSize: 20, of: nameOf(), sortBy: [{ key: 'origin', desc: true }], searchText: 'a' }
    expect(requests(own)[0]?.row_offset).toBe(80)
    const filtered = { extra_form_data: { filters: [{ col: 'origin', op: 'IN', val: ['ATL'] }] } }
    const [page] = requests(own, filtered)
    expect(page).toMatchObject({ row_offset: 0, row_limit: 20 })
    expect(page?.orderby?.[0]).toEqual(['origin', false])
    expect(page?.filters?.at(-1)).toEqual({ col: 'origin', op: 'ILIKE', val: '%a%' })
    // A page from a Superset link has no such key.
    expect(requests({ currentPage: 4, pageSize: 20 }, filtered)[0]?.row_offset).toBe(80)
  })

  it('sort by a column, a metric or the metric of a share, and find in the column that is chosen', () => {
    const first = (key: string, desc: boolean) =>
      requests({ sortBy: [{ key, desc }] }, { percent_metrics: ['delay'] })[0]?.orderby?.[0]
    expect([first('carrier', false), first('count', true), first('%delay', true), first('gone', true)]).toEqual([
      ['carrier', true],
      ['count', false],
      ['delay', false],
      ['count', false],
    ])
    const [page, count] = requests({ searchText: ' de ', searchColumn: 'carrier' })
    expect(page?.filters).toEqual([{ col: 'carrier', op: 'ILIKE', val: '%de%' }])
    expect(count?.filters).toEqual(page?.filters)
  })

  it('keep totals of all rows, regardless of the search', () => {
    const queries = requests({ searchText: 'a', currentPage: 2 }, { show_totals: true })
    expect(queries).toHaveLength(3)
    expect(queries[2]).toMatchObject({ columns: [], metrics: ['count'], row_limit: 0, row_offset: 0 })
    expect(queries[2]?.filters ?? []).toEqual([])
  })

  it('leave rows in the order of the engine, unless they have an order', () => {
    const raw = { query_mode: 'raw', all_columns: ['carrier', 'origin'] }
    expect(requests({}, raw)[0]).not.toHaveProperty('orderby')
    expect(requests({ sortBy: [{ key: 'origin', desc: false }] }, raw)[0]?.orderby).toEqual([
      ['origin', true],
      ['carrier', true],
    ])
  })
})

describe('pages of a database', () => {
  let asker: QueryRunner
  beforeAll(async () => {
    // 25 letters; letter i occurs in i % 5 + 1 rows, so that five letters share each count.
    asker = await openQueryRunner(
      dataset({
        table_name: 'letters',
        columns: [column({ column_name: 'letter', type: 'VARCHAR' })],
        metrics: [metric('count', 'COUNT(*)')],
      }),
      [
        `CREATE TABLE letters AS SELECT chr(97 + i::INT) || '-' || i AS letter FROM range(25) t(i), range(5) n(k) WHERE k <= i % 5`,
      ],
      0,
    )
  }, 60_000)
  afterAll(() => asker.close())

  const letters = async (ownState: object, more: object = {}) => {
    const [page, count] = table.toQueries({ ...form, groupby: ['letter'], ...more, ownState })
    const [found, all] = [await asker.rows(page as QueryObject), await asker.rows(count as QueryObject)]
    return { names: found.map(({ letter }) => String(letter)), count: all[0]?.['rowcount'] }
  }

  it('contains each row once, also with many equal sort values', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((currentPage) => letters({ currentPage, pageSize: 7 })))
    expect(pages.map(({ names, count }) => [names.length, count])).toEqual([
      [7, 25],
      [7, 25],
      [7, 25],
      [4, 25],
    ])
    expect(new Set(pages.flatMap(({ names }) => names)).size).toBe(25)
    // Letters with five rows come first: e, j, o, t and y.
    expect(pages[0]?.names).toEqual(['e-4', 'j-9', 'o-14', 't-19', 'y-24', 'd-3', 'i-8'])
  })

  it('searches and sorts by the database over all pages', async () => {
    const own = { searchText: '2', sortBy: [{ key: 'letter', desc: true }], pageSize: 4 }
    // c-2, m-12, u-20, v-21, w-22, x-23, y-24
    expect(await letters(own)).toEqual({ names: ['y-24', 'x-23', 'w-22', 'v-21'], count: 7 })
    expect(await letters({ ...own, currentPage: 1 })).toEqual({ names: ['u-20', 'm-12', 'c-2'], count: 7 })
    expect(await letters({ ...own, searchText: 'Y-2' })).toEqual({ names: ['y-24'], count: 1 })
  })
})
