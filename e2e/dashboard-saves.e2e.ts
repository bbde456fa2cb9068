import type { Page } from '@playwright/test'
import { allFlights, createDashboardWith } from './dashboards.ts'
import { callsOf } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, type Facet, test } from './facet.ts'

test.use({ allowErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 4(04|12)/ })

const node = (page: Page) => page.getByRole('group', { name: /^chart, All flights,/ })
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()
const saved = (page: Page) => page.getByText('This dashboard was saved successfully.')

/** Opens the editor, and makes the only tile narrower or wider. */
async function change(page: Page, facet: Facet, id: number, key: 'ArrowLeft' | 'ArrowRight'): Promise<void> {
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expectDrawn(page, 1)
  await page.getByRole('button', { name: 'Edit dashboard' }).click()
  await node(page).focus()
  await page.keyboard.press(`Shift+${key}`)
  await expect(page.getByText('Unsaved · 1 change')).toBeVisible()
}

/** Returns the stored width of the only tile. */
async function storedWidth(page: Page, facet: Facet, id: number): Promise<number | undefined> {
  const calls = await callsOf(page, facet)
  const { result } = await calls.get<{ result: { position_json: string } }>(`/api/v1/dashboard/${id}`)
  const nodes = Object.values(
    JSON.parse(result.position_json) as Record<string, { meta?: { chartId?: number; width?: number } }>,
  )
  return nodes.find(({ meta }) => meta?.chartId !== undefined)?.meta?.width
}

test('Saving a dashboard offline loses nothing, and a lost response is no conflict', async ({ page, facet }) => {
  const id = await createDashboardWith(await callsOf(page, facet), [allFlights])
  await change(page, facet, id, 'ArrowLeft')
  let way: 'lost' | 'unheard' | 'open' = 'lost'
  const writes: number[] = []
  await page.route(`**/api/v1/dashboard/${id}`, async (route) => {
    if (route.request().method() !== 'PUT' || way === 'open') return route.continue()
    if (way === 'lost') return route.abort('internetdisconnected')
    writes.push((await route.fetch()).status())
    return route.abort('failed')
  })
  await save(page)
  const stored = page.getByText('Your changes are kept.')
  await expect(stored).toBeVisible()
  await expect(page.getByText('Unsaved · 1 change')).toBeVisible()
  await expect.poll(() => storedWidth(page, facet, id)).toBe(4)
  way = 'unheard'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => writes).toEqual([200])
  await expect(stored).toBeVisible()
  await expect.poll(() => storedWidth(page, facet, id)).toBe(3)
  way = 'open'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(chart(page, 'All flights')).toBeVisible()
  await expect.poll(() => storedWidth(page, facet, id)).toBe(3)
})

test('A second tab shows the version that the first saved; a tab with a deleted dashboard restores it', {
  tag: '@extended',
}, async ({ page, facet, context }) => {
  const id = await createDashboardWith(await callsOf(page, facet), [allFlights])
  const second = await context.newPage()
  await change(page, facet, id, 'ArrowLeft')
  await change(second, facet, id, 'ArrowRight')
  await save(page)
  await expect(saved(page)).toBeVisible()
  await save(second)
  const conflict = second.getByRole('dialog', { name: 'This dashboard was changed by someone else' })
  await expect(conflict.getByRole('list', { name: 'Tiles that differ' })).toContainText('All flights')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(saved(second)).toBeVisible()
  await expect.poll(() => storedWidth(page, facet, id)).toBe(5)

  await change(second, facet, id, 'ArrowRight')
  await (await callsOf(page, facet)).remove(`/api/v1/dashboard/${id}`)
  await save(second)
  await expect(second.getByText('The dashboard was deleted meanwhile. Your changes are still here.')).toBeVisible()
  await second.getByRole('button', { name: 'Bring it back and save' }).click()
  await expect(saved(second)).toBeVisible()
  await expect.poll(() => storedWidth(page, facet, id)).toBe(6)
})
