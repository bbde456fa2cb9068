import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { GalleryDialog } from './GalleryDialog.tsx'
import type { ChartMeta, ChartType } from '#charts/chart.ts'
import * as charts from '#charts/index.ts'
import { press, waitForAssertion } from '#testing/user-input.ts'

const byTime: ChartType['controls'] = [
  {
    label: 'Query',
    tab: 'data',
    rows: [[{ type: 'metric', name: 'metric', label: 'Metric', affects: 'query', required: true }]],
  },
]

/** Returns the details of a chart type after it is pressed in a gallery that contains no other. */
const detailsOf = async (over: Partial<ChartMeta>, controls: ChartType['controls'] = []) => {
  const meta: ChartMeta = {
    name: 'Funnel',
    description: 'Steps that fewer and fewer take.',
    category: 'KPI',
    tags: ['Business', 'Trend'],
    behaviors: [],
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    ...over,
  }
  const kind: ChartType = {
    type: 'pie',
    meta,
    controls,
    examples: [],
    toQueries: () => [],
    wholeForm: (form) => form,
    isEmpty: () => true,
  }
  vi.spyOn(charts, 'allCharts').mockReturnValue([kind])
  render(<GalleryDialog vizType="table" onTake={() => undefined} onClose={() => undefined} />)
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull()
  await press('Funnel')
  return screen.getByRole('region', { name: 'Details' })
}

it('E-GALLERY-07: the details say name, badge, tags and description, and show the example gallery', async () => {
  const exampleGallery = [
    { url: 'example.webp', caption: 'Strikes' },
    { url: 'gone.webp', caption: 'Not there' },
  ]
  const region = await detailsOf({ label: 'Featured', labelExplanation: 'New here', exampleGallery })
  expect(within(region).getByRole('heading', { name: 'Funnel' })).toBeDefined()
  for (const text of ['KPI', 'Featured', 'Business', 'Trend', 'Steps that fewer and fewer take.'])
    expect(within(region).getByText(text)).toBeDefined()
  expect(within(region).getByTitle('New here').textContent).toBe('Featured')
  await waitForAssertion(() => expect(within(region).getByRole('group', { name: 'Examples' })).toBeDefined())
  const examples = within(within(region).getByRole('group', { name: 'Examples' })).getAllByRole('img')
  expect(examples.map((each) => each.getAttribute('alt'))).toEqual(['Strikes'])
})

it('E-GALLERY-08: a type without a description shows a hint', async () => {
  const region = await detailsOf({ description: '' })
  expect(within(region).getByText('No description available.')).toBeDefined()
  expect(within(region).queryByRole('group', { name: 'Examples' })).toBeNull()
})

it('the details list the requirements of a chart type, and those that the dataset lacks', async () => {
  const dataRequirements: ChartMeta['dataRequirements'] = [{ rank: 1, title: ['By time'], time: true }]
  const region = await detailsOf({ dataRequirements }, byTime)
  const needs = within(within(region).getByRole('group', { name: 'Needs' })).getAllByRole('listitem')
  expect(needs.map((each) => each.textContent)).toEqual(['A column of time', 'A metric: Metric'])
})
