import { type Calls, callsOf } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { userPage } from './users.ts'

const SECRET = 'Board secret'

interface Named {
  readonly id: number
  readonly uuid: string
  readonly slice_name: string
  readonly datasource_name_text: string
}

/** Creates a dashboard of one chart with its own name. */
async function boardOf(calls: Calls, chart: Named, more: object): Promise<number> {
  const node = (type: string, id: string, children: string[], meta: object = {}) => ({ type, id, children, meta })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: node('ROOT', 'ROOT_ID', ['GRID_ID']),
    GRID_ID: { ...node('GRID', 'GRID_ID', ['ROW-1']), parents: ['ROOT_ID'] },
    'ROW-1': { ...node('ROW', 'ROW-1', ['CHART-1']), parents: ['ROOT_ID', 'GRID_ID'] },
    'CHART-1': {
      ...node('CHART', 'CHART-1', [], { chartId: chart.id, width: 6, height: 40, sliceNameOverride: SECRET }),
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    },
  }
  const body = { published: true, json_metadata: JSON.stringify({ positions }), ...more }
  return (await calls.post('/api/v1/dashboard/', body)).id
}

async function anyChart(calls: Calls): Promise<Named> {
  const { result } = await calls.get<{ result: Named[] }>(
    "/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'Revenue')))",
  )
  const found = result.at(-1)
  if (!found) throw new Error('There is no chart Revenue')
  return found
}

test('A chart without permission stays at its position, names its owners, and is unchanged after a save', async ({
  page,
  facet,
  browser,
}) => {
  const calls = await callsOf(page, facet)
  const chart = await anyChart(calls)
  const maker = await userPage(browser, facet, 'Gamma')
  const [mine, admin] = await Promise.all(
    [maker, page].map(async (each) => {
      const answer = await each.request.get(`${facet.url}/api/v1/me/`)
      return ((await answer.json()) as { result: { id: number; first_name: string; last_name: string } }).result
    }),
  )
  const owners = [mine?.id, admin?.id]
  const id = await boardOf(calls, chart, { dashboard_title: `Unseen ${Date.now()}`, owners })
  const bodies: Promise<string>[] = []
  maker.on('response', (answer) => bodies.push(answer.text().catch(() => '')))
  await maker.goto(`/dashboard/${id}`)
  await expect(maker.getByText('You may not see this chart')).toBeVisible()
  const name = `${admin?.first_name} ${admin?.last_name}`.trim()
  await expect(maker.getByText(`Ask ${name} or an administrator for access to its data.`)).toBeVisible()
  await expectAccessible(maker)
  await maker.getByRole('button', { name: 'Edit dashboard' }).click()
  await maker.getByRole('textbox', { name: 'Title of the dashboard' }).fill('Saved unseen')
  const tile = maker.getByRole('group', { name: /^chart/ })
  await tile.focus()
  await expect(tile.getByRole('button', { name: 'Rename' })).toHaveCount(0)
  await maker.keyboard.press('Shift+ArrowRight')
  await maker.getByRole('button', { name: /^Save/ }).click()
  await expect(maker.getByText('This dashboard was saved successfully.')).toBeVisible()
  await expect(maker.getByText('You may not see this chart')).toBeVisible()
  const errorText = (await Promise.all(bodies)).join('\n')
  expect([errorText.includes(SECRET), errorText.includes('"slice_name":"Revenue"')]).toEqual([false, false])
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expect(page.getByRole('heading', { name: SECRET })).toBeVisible()
  await calls.remove(`/api/v1/dashboard/${id}`)
})

test('Shows, revokes, restores and grants access of roles to dashboards', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const chart = await anyChart(calls)
  const roles = await calls.get<{ result: { text: string; value: number }[] }>('/api/v1/dashboard/related/roles')
  const title = `For Gamma ${Date.now()}`
  const gamma = roles.result.find(({ text }) => text === 'Gamma')?.value
  const id = await boardOf(calls, chart, { dashboard_title: title, roles: [gamma] })
  await page.goto(`${facet.url}/dashboard/list`)
  await page.getByRole('link', { name: 'Access by role' }).click()
  const row = page.getByRole('main').getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Gamma')
  await expectAccessible(page)
  const revoke = row.getByRole('button', { name: /^Revoke .+ on / })
  await revoke.click()
  await expect(page.getByText(/^Revoked: /)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)
  await revoke.click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Not granted: 1' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Not granted' })
  await expect(dialog.getByRole('row', { name: new RegExp(title) })).toContainText('Revoked by')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(dialog.getByText('The roles of all dashboards may read what these show')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(1)
  await calls.remove(`/api/v1/dashboard/${id}`)
})
