import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DashboardHeader } from './DashboardHeader.tsx'
import { ChartMenu } from '../chart/ChartMenu.tsx'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { dashboardResponse, dashboardChart, openDashboard, reader } from '#testing/dashboard.ts'
import { press, mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

type Pair = readonly [permission: string, view: string]

const owner = [{ id: 1, first_name: 'A', last_name: 'B' }]
const nothing = () => undefined

/**
 * Renders the dashboard header and the menu of one chart for a user who owns both and has these permissions in addition
 * to reading.
 */
function open(pairs: readonly Pair[], over: Parameters<typeof dashboardResponse>[0] = {}) {
  const user = reader(1, ['can_read', 'Dashboard'], ...pairs)
  openSession({ user })
  mockResponses({})
  const charts = [{ ...dashboardChart(10), owners: owner }]
  const dashboard = dashboardResponse(over)
  const store = createDashboardStore(openDashboard({}, { user, charts, dashboard }))
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <DashboardHeader onEdit={nothing} onRefresh={nothing} />
        <ChartMenu chartId={10} title="Chart 10" onReload={() => Promise.resolve()} drawn={undefined} />
      </DashboardContext>
    </QueryClientProvider>,
  )
  return unmount
}

/** The menu that contains an action; undefined for an action that is always visible. */
type Where = 'More' | 'Options for Chart 10' | undefined

async function isOffered(act: string, where: Where, inside?: string): Promise<boolean> {
  if (where === undefined) return screen.queryByRole('button', { name: act }) !== null
  await press(where)
  if (inside !== undefined) await press(inside, 'menuitem')
  return screen.queryByRole('menuitem', { name: act }) !== null
}

interface Named {
  readonly flag: string
  /** The permission that enables the action. */
  readonly pair: Pair
  readonly act: string
  readonly where?: Where
  /** The submenu, if any. */
  readonly inside?: string
  /** A second permission that the action needs. */
  readonly more?: Pair
}

const TILE = 'Options for Chart 10'

/** The actions that each permission flag enables. */
const named: readonly Named[] = [
  { flag: 'dash_edit_perm', pair: ['can_write', 'Dashboard'], act: 'Edit dashboard' },
  { flag: 'dash_edit_perm', pair: ['can_write', 'Dashboard'], act: 'Edit properties', where: 'More' },
  { flag: 'dash_save_perm', pair: ['can_save_dash', 'Superset'], act: 'Save as', where: 'More' },
  { flag: 'dash_share_perm', pair: ['can_share_dashboard', 'Superset'], act: 'Share' },
  { flag: 'superset_can_explore', pair: ['can_explore', 'Superset'], act: 'Edit chart', where: TILE },
  { flag: 'superset_can_share', pair: ['can_share_chart', 'Superset'], act: 'Share', where: TILE },
  { flag: 'superset_can_csv', pair: ['can_csv', 'Superset'], act: '.CSV', where: TILE, inside: 'Download' },
  {
    flag: 'slice_can_edit',
    pair: ['can_slice', 'Superset'],
    act: 'Edit chart properties',
    where: TILE,
    more: ['can_write', 'Chart'],
  },
]

describe('an action of a dashboard is shown with its permission, and hidden without', () => {
  it.each(named)('D-META-05: $flag: $act', async ({ pair, act, where, inside, more }) => {
    const others = named.map((each) => each.pair).filter(([permission]) => permission !== pair[0])
    const besides = [...others, ...(more ? [more] : [])]
    const unmount = open([...besides, pair])
    expect(await isOffered(act, where, inside)).toBe(true)
    unmount()
    document.body.replaceChildren()
    open(besides)
    expect(await isOffered(act, where, inside)).toBe(false)
  })

  it('no user edits an externally managed dashboard, which links to its source', async () => {
    const external_url = 'https://git.example.org/a'
    open([['can_write', 'Dashboard']], { is_managed_externally: true, external_url })
    expect(await isOffered('Edit dashboard', undefined)).toBe(false)
    expect(screen.getByRole('link', { name: /Open where it is managed/ }).getAttribute('href')).toBe(external_url)
    expect(await isOffered('Edit properties', 'More')).toBe(false)
  })

  it('the URL of an external owner is no link if it is no web URL', () => {
    open([], { is_managed_externally: true, external_url: 'javascript:alert(1)' })
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByLabelText('Managed by another program: it cannot be edited here')).toBeDefined()
  })
})
