import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChartDetails } from './ChartDetails.tsx'
import type { ChartMeta, ChartType } from '#charts/chart.ts'
import { soon } from '#testing/hands.ts'

const draw = (over: Partial<ChartMeta>) => {
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
    controls: [],
    examples: [],
    toQueries: () => [],
    toProps: () => ({}),
    isEmpty: () => true,
  }
  render(<ChartDetails chart={kind} />)
  return screen.getByRole('region', { name: 'Details' })
}

it('E-GALLERY-07: the details say name, badge, tags and description, and show the example gallery', async () => {
  const exampleGallery = [
    { url: 'example.png', caption: 'Strikes' },
    { url: 'gone.png', caption: 'Not there' },
  ]
  const region = draw({ label: 'Featured', labelExplanation: 'New here', exampleGallery })
  expect(within(region).getByRole('heading', { name: 'Funnel' })).toBeDefined()
  for (const text of ['KPI', 'Featured', 'Business', 'Trend', 'Steps that fewer and fewer take.'])
    expect(within(region).getByText(text)).toBeDefined()
  expect(within(region).getByTitle('New here').textContent).toBe('Featured')
  await soon(() => expect(within(region).getByRole('group', { name: 'Examples' })).toBeDefined())
  const examples = within(within(region).getByRole('group', { name: 'Examples' })).getAllByRole('img')
  expect(examples.map((each) => each.getAttribute('alt'))).toEqual(['Strikes'])
})

it('E-GALLERY-08: a kind without a description says that there is none', () => {
  const region = draw({ description: '' })
  expect(within(region).getByText('No description available.')).toBeDefined()
  expect(within(region).queryByRole('group', { name: 'Examples' })).toBeNull()
})
