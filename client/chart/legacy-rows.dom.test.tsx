import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LegacyRows } from './LegacyRows.tsx'
import { press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

it.each(['compare', 'time_pivot', 'partition', 'rose', 'para', 'paired_ttest', 'event_flow', 'mapbox', 'deck_arc'])(
  'the rows of a chart of type %s, which is not drawn here, are shown as a table',
  async (viz_type) => {
    openSession()
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
    const rows = { rowcount: 1, colnames: ['origin', 'count'], coltypes: [1, 0], data: [{ origin: 'ORD', count: 42 }] }
    const calls = mockResponses({ '/superset/explore_json/': rows })
    const form = { viz_type, datasource: '3__table', metrics: ['count'] }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <LegacyRows form={form} />
      </QueryClientProvider>,
    )
    await press('View as table')
    await waitForAssertion(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({ form_data: form })
    expect(await screen.findByText('ORD')).toBeDefined()
  },
)
