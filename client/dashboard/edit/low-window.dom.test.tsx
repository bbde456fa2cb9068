import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { mockResponses } from '#testing/user-input.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { EditorPanel } from './DashboardEditor.tsx'
import { focusPalette } from './focus-palette.ts'
import { createSession, SessionContext } from './session.ts'

const resize = (width: number, height: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({ width, height })
const before = { width: 0, height: 0 }

beforeEach(() => Object.assign(before, { width: window.innerWidth, height: window.innerHeight }))
afterEach(() => resize(before.width, before.height))

function open() {
  mockResponses({ 'GET /api/v1/chart/': { result: [], count: 0, ids: [] } })
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={createDashboardStore(openDashboard({}))}>
        <SessionContext value={createSession()}>
          <EditorPanel />
        </SessionContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  return screen.getByRole('complementary', { name: 'Add to the dashboard', hidden: true }).closest('details')
}

it('collapses the palette below a low canvas, and opens it to search charts', () => {
  resize(640, 400)
  const fold = open()
  expect(fold?.open).toBe(false)
  act(focusPalette)
  expect(fold?.open).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

it('opens the palette next to or below a large canvas', () => {
  resize(640, 800)
  expect(open()).toBeNull()
})
