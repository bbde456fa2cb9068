import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { press, mockResponses } from '#testing/user-input.ts'
import { DatasetContents } from './DatasetContents.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const dataset: DatasetResponse = {
  id: 3,
  version: 1,
  table_name: 'sales',
  columns: [
    { column_name: 'region', type: 'VARCHAR', type_generic: 1, is_dttm: false },
    { column_name: 'price', type: 'BIGINT', type_generic: 0, is_dttm: false },
  ],
}
/** Regions N, S, NULL, N and prices 1, 1, 2, 5. */
const statistics = {
  rows: 4,
  present_0: 3,
  distinct_0: 2,
  min_0: 'N',
  max_0: 'S',
  present_1: 4,
  distinct_1: 3,
  min_1: 1,
  max_1: 5,
}
const answer = (row: object, coltypes: readonly number[]) => ({
  rowcount: 1,
  colnames: Object.keys(row),
  coltypes,
  columns: Object.values(row).map((value) => [value].flat()),
})
const spread = answer({ bin: [0, 1, 4], count: [2, 1, 1] }, [0, 0])

const samples = { rowcount: 1, colnames: ['region'], coltypes: [1], data: [{ region: 'North' }] }

function open(charts: unknown) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  const calls = mockResponses({
    '/api/v1/chart/data': ({ body }: { readonly body: unknown }) => {
      const isSpread =
        (body as { queries: readonly { columns: readonly unknown[] }[] }).queries[0]?.columns.length === 1
      return {
        result: [
          isSpread
            ? spread
            : answer(
                statistics,
                Object.keys(statistics).map(() => 0),
              ),
        ],
      }
    },
    '/api/v1/dataset/3/samples': { result: samples },
    '/api/v1/dataset/3/related_objects': charts,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DatasetContents dataset={dataset} />
    </QueryClientProvider>,
  )
  return calls
}
const of = (name: string) => within(screen.getByRole('region', { name }))

it('shows rows of the dataset and the charts that use it', async () => {
  open({ charts: { count: 1, result: [{ id: 7, slice_name: 'By region', viz_type: 'pie' }] } })
  expect(await of('Rows').findByRole('gridcell', { name: 'North' })).toBeDefined()
  const link = await of('Charts that use it').findByRole('link', { name: 'By region' })
  expect(link.getAttribute('href')).toBe('/explore?slice_id=7')
  expect(of('Charts that use it').getByText('Pie Chart')).toBeDefined()
})

it('profiles every column on demand in two requests', async () => {
  const calls = open({ charts: { count: 0, result: [] } })
  expect(calls.filter(({ path }) => path.endsWith('chart/data'))).toEqual([])
  await press('Profile the columns')
  const table = await screen.findByRole('table', { name: 'Column profiles' })
  const rows = within(table).getAllByRole('row').slice(1)
  const cells = (row: HTMLElement) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(rows.map(cells)).toEqual([
    ['region', 'VARCHAR', '1', '2', '', 'N', 'S'],
    ['price', 'BIGINT', '0', '3', '', '1', '5'],
  ])
  expect(screen.getByText('4 rows')).toBeDefined()
  const bars = screen.getByRole('img', { name: 'How the values spread from 1 to 5' })
  const heights = [...bars.querySelectorAll('i')].map(({ style }) => style.height)
  expect(heights).toEqual(['100%', '50%', '0%', '0%', '50%'])
  expect(calls.filter(({ path }) => path.endsWith('chart/data'))).toHaveLength(2)
})

it('shows when no chart uses it', async () => {
  open({ charts: { count: 0, result: [] } })
  expect(await screen.findByText('No chart uses this dataset yet.')).toBeDefined()
})

it('charts that cannot be listed are requested again', async () => {
  const answers = [
    () => Response.json({ message: 'Away' }, { status: 500 }),
    () => ({ charts: { count: 1, result: [{ id: 7, slice_name: 'By region', viz_type: 'pie' }] } }),
  ]
  open(() => answers.shift()?.())
  const charts = of('Charts that use it')
  expect(await charts.findByRole('button', { name: 'Try again' })).toBeDefined()
  await press('Try again')
  expect(await charts.findByRole('link', { name: 'By region' })).toBeDefined()
})
