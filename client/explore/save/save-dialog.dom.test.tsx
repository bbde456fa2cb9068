import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SaveDialog } from './SaveDialog.tsx'
import { createExploreStore, ExploreContext } from '../state/store.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { field, hands, serve, soon, write } from '#testing/hands.ts'

const dataset: DatasetAnswer = {
  id: 3,
  table_name: 'flights',
  columns: [{ column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

it('a chart is saved by Enter in its name, once, and not without a name', async () => {
  const calls = serve({
    'POST /api/v1/chart/': { id: 9, result: {} },
    '/api/v1/chart/9': { id: 9, result: { id: 9, slice_name: 'Delays', owners: [] } },
    '/api/v1/dashboard/': { count: 0, result: [], ids: [] },
  })
  const onSaved = vi.fn<() => void>()
  const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
  const store = createExploreStore({ slice: null, dataset, form, title: '' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExploreContext value={store}>
        <SaveDialog onClose={() => undefined} onSaved={onSaved} />
      </ExploreContext>
    </QueryClientProvider>,
  )
  const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  await hands().click(field(/Chart name/))
  await hands().keyboard('{Enter}')
  expect(posted()).toEqual([])
  await write(/Chart name/, 'Delays')
  await hands().keyboard('{Enter}')
  await soon(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(posted()).toEqual([expect.objectContaining({ slice_name: 'Delays', viz_type: 'big_number_total' })])
})
