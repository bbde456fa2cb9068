import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { dashboardResponse, openDashboard, reader } from '#testing/dashboard.ts'
import { field, userInput, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { EditCanvas } from './EditCanvas.tsx'
import { ElementTiles } from './ElementTiles.tsx'
import { createSession, SessionContext } from './session.ts'
import { TopTabs } from './TopTabs.tsx'

const empty = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'], meta: {} },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], meta: {} },
}

it('new tabs open the name field of the first one, which gets the focus once it is named', async () => {
  openSession()
  mockResponses({})
  const dashboard = dashboardResponse({ position_json: JSON.stringify(empty) })
  const user = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
  const store = createDashboardStore(openDashboard({}, { dashboard, user, charts: [] }))
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <SessionContext value={createSession()}>
            <TopTabs />
            <EditCanvas />
            <ElementTiles />
          </SessionContext>
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: 'Add Tabs' }).focus()
  await userInput().keyboard('{Enter}')
  await waitForAssertion(() => expect(document.activeElement).toBe(field('Text')))
  expect(field('Text').placeholder).toBe('Tab title')
  // Wait for anything that could take the focus later.
  await new Promise((after) => setTimeout(after, 100))
  await userInput().keyboard('Who flies{Enter}')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Who flies' })))
})
