import type { Page } from '@playwright/test'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, type Facet, test } from './facet.ts'

// Tiles move to their places with motion here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Creates a dashboard for this test with one row of one chart. */
async function newDashboard(page: Page, facet: Facet, title: string): Promise<number> {
  await page.goto(`${facet.url}/dashboard/list`)
  await page.getByRole('button', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL(/\/dashboard\/\d+/)
  await page.getByRole('textbox', { name: 'Title of the dashboard' }).fill(title)
  return Number(/\/dashboard\/(\d+)/.exec(page.url())?.[1])
}

/** Creates an empty dashboard by the API and opens it in the editor; returns its id. */
async function editEmptyDashboard(page: Page, facet: Facet, dashboard_title: string): Promise<number> {
  const { id } = await (await callsOf(page, facet)).post('/api/v1/dashboard/', { dashboard_title })
  await page.goto(`${facet.url}/dashboard/${id}?edit=true`)
  return id
}

const node = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^chart, ${name},`) })
const palette = (page: Page) => page.getByRole('complementary', { name: 'Add to the dashboard' })

async function add(page: Page, name: string): Promise<void> {
  await palette(page).getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(palette(page).locator('[aria-busy=true]')).toHaveCount(0)
  await palette(page)
    .getByRole('button', { name: `Add ${name}`, exact: true })
    .click()
  await expect(palette(page).getByRole('button', { name: `${name}, added` })).toBeVisible()
}

test('Builds a dashboard: adds, moves, resizes, renames, undoes, saves once and reopens', async ({ page, facet }) => {
  const writes: string[] = []
  page.on('request', (request) => {
    if (/dashboard\/\d+$/.test(request.url()) && request.method() === 'PUT') writes.push(request.url())
  })
  const title = `Edited ${Date.now()}`
  const id = await newDashboard(page, facet, title)
  const first = node(page, 'Revenue')
  const height =
    await test.step('I-09: adds charts from the palette, resizes by keys and mouse, duplicates, renames and deletes', async () => {
      await add(page, 'Revenue')
      await add(page, 'Products')
      const before = await first.boundingBox()
      await first.focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
      await expect.poll(async () => (await first.boundingBox())?.width).toBe(before?.width)
      await page.getByRole('button', { name: 'Redo', exact: true }).click()
      await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThan(before?.width ?? 0)

      await node(page, 'Products').click()
      // The toolbar is at the left of the upper edge and ends above the title, also in the first row, where nothing
      // clips it.
      const tools = node(page, 'Products').getByRole('toolbar')
      const [box, own, head] = await Promise.all(
        [tools, node(page, 'Products'), node(page, 'Products').getByRole('heading').first()].map((each) =>
          each.boundingBox(),
        ),
      )
      if (!box || !own || !head) throw new Error('no box')
      expect(box.x - own.x).toBeCloseTo(12, 0)
      expect(box.y).toBeLessThan(own.y)
      expect(box.y + box.height).toBeLessThanOrEqual(head.y + 1)
      await tools.getByRole('button', { name: 'Duplicate' }).click({ trial: true })
      const knob = node(page, 'Products').locator('[data-knob=s]')
      const at = (await knob.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const low = (await node(page, 'Products').boundingBox())?.height ?? 0
      await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
      await page.mouse.down()
      await page.mouse.move(at.x + at.width / 2, at.y + 100, { steps: 5 })
      await page.mouse.up()
      await expect.poll(async () => (await node(page, 'Products').boundingBox())?.height).toBeGreaterThan(low + 60)

      await first.focus()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'Title of the chart on this dashboard' }).fill('Money “in” 💶')
      await page.keyboard.press('Enter')
      await add(page, 'Orders')
      await node(page, 'Orders').focus()
      await page.keyboard.press('Delete')
      await expect(node(page, 'Orders')).toHaveCount(0)
      await page.keyboard.press('Control+z')
      await expect(node(page, 'Orders')).toHaveCount(1)
      return low
    })
  await test.step('I-08: undoes and redoes changes one by one', async () => {
    await expect(page.getByText(/Unsaved ·/)).toBeVisible()
    await page.getByLabel('Undo', { exact: true }).click()
    await expect(chart(page, 'Money “in” 💶')).toBeVisible()
    await expect(node(page, 'Orders')).toHaveCount(0)
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await expect(node(page, 'Orders')).toHaveCount(1)
  })
  await test.step('I-08: saves once, and reopens with title and layout', async () => {
    await page.getByRole('button', { name: /^Save/ }).dblclick()
    await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
    expect(writes).toHaveLength(1)
    await page.goto(`${facet.url}/dashboard/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectDrawn(page, 3)
    await expect(chart(page, 'Money “in” 💶')).toBeVisible()
    await expect.poll(async () => (await chart(page, 'Products').boundingBox())?.height).toBeGreaterThan(height + 50)
  })
  await test.step('I-08: discards changes without a write', async () => {
    await page.getByRole('button', { name: 'Edit dashboard' }).click()
    await node(page, 'Products').focus()
    await page.keyboard.press('Delete')
    await expect(node(page, 'Products')).toHaveCount(0)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Changes discarded')).toBeVisible()
    await expect(chart(page, 'Products')).toBeVisible()
    expect(writes).toHaveLength(1)
  })
})

test('A response between the two clicks of a double click does not move the chart', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  // The newest charts are listed first, so these eight are adjacent; no other chart has such a name.
  for (let index = 0; index < 8; index++)
    await saveChart(calls, dataset, `To press ${index}`, { viz_type: 'big_number_total', metric: 'flights' })
  await editEmptyDashboard(page, facet, 'Pressed twice')
  const name = 'To press 4'
  const entry = palette(page).getByRole('button', { name: `Add ${name}`, exact: true })
  await expect(entry).toBeVisible()
  const box = await entry.boundingBox()
  if (!box) throw new Error('no box')
  await page.mouse.move(box.x + 60, box.y + 10)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const isSearch = (url: URL) => url.search.includes('chart_all_text')
  await page.route(isSearch, (route) => held.then(() => route.continue()))
  const answered = page.waitForResponse((response) => isSearch(new URL(response.url())))
  await palette(page).getByRole('searchbox').fill(name)
  await page.mouse.down()
  await page.mouse.up()
  letGo()
  await (await answered).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(palette(page).getByRole('button', { name: `${name}, added` })).toBeVisible()
  await expect(node(page, name)).toHaveCount(1)
})

test('Drags a chart to another position; a reload during the drag keeps all charts', async ({ page, facet }) => {
  const id = await editEmptyDashboard(page, facet, 'Reloaded')
  await add(page, 'Revenue')
  await add(page, 'Orders')
  const [above, below] = [await node(page, 'Revenue').boundingBox(), await node(page, 'Orders').boundingBox()]
  if (!above || !below) throw new Error('no boxes')
  const start = { x: below.x + 60, y: below.y + 20 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 10, { steps: 3 })
  await page.mouse.move(above.x + 6, above.y + above.height / 2, { steps: 12 })
  await page.mouse.up()
  await expect
    .poll(async () => {
      const [one, other] = [await node(page, 'Orders').boundingBox(), await node(page, 'Revenue').boundingBox()]
      return one && other && (one.x < other.x || one.y < other.y)
    })
    .toBe(true)
  await page.getByRole('textbox', { name: 'Title of the dashboard' }).fill('Typed before the reload')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${facet.url}/dashboard/${id}`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('textbox', { name: 'Title of the dashboard' })).toHaveValue('Typed before the reload')
  await expect(node(page, 'Orders')).toHaveCount(1)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
})
