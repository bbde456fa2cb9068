import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press, serve } from '#testing/hands.ts'
import { DatasetContents } from './DatasetContents.tsx'

const samples = { rowcount: 1, colnames: ['region'], coltypes: [1], data: [{ region: 'North' }] }

function open(charts: unknown) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  serve({ '/api/v1/dataset/3/samples': { result: samples }, '/api/v1/dataset/3/related_objects': charts })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DatasetContents dataset={{ id: 3, version: 1 }} />
    </QueryClientProvider>,
  )
}
const of = (name: string) => within(screen.getByRole('region', { name }))

it('rows of the dataset and the charts that use it stand there', async () => {
  open({ charts: { count: 1, result: [{ id: 7, slice_name: 'By region', viz_type: 'pie' }] } })
  expect(await of('Rows').findByRole('gridcell', { name: 'North' })).toBeDefined()
  const link = await of('Charts that use it').findByRole('link', { name: 'By region' })
  expect(link.getAttribute('href')).toBe('/explore?slice_id=7')
  expect(of('Charts that use it').getByText('Pie Chart')).toBeDefined()
})

it('says when no chart uses it', async () => {
  open({ charts: { count: 0, result: [] } })
  expect(await screen.findByText('No chart uses this dataset yet.')).toBeDefined()
})

it('charts that cannot be listed are asked for again', async () => {
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
