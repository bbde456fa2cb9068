import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import ColumnView from './View.tsx'
import { xAxis } from '#controls/shared/query-controls.ts'
import { controlContext } from '#testing/control-context.ts'
import { box, choose } from '#testing/hands.ts'

function open(form: Readonly<Record<string, unknown>>) {
  const chosen: unknown[] = []
  const context = controlContext({ form })
  render(
    <ColumnView
      control={xAxis()}
      value={undefined}
      onChange={(value) => chosen.push(value)}
      errors={[]}
      context={context}
    />,
  )
  return chosen
}

it('an x axis nobody has chosen shows the time column that is drawn, until another is', async () => {
  const chosen = open({ granularity_sqla: 'date' })
  expect(box('X-axis').textContent).toContain('date (time column)')
  await choose('X-axis', /origin/)
  expect(chosen).toEqual(['origin'])
})

it('without a time column there is one to choose', () => {
  open({})
  expect(box('X-axis').textContent).toContain('Choose a column')
})
