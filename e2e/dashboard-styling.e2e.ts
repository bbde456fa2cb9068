import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { allFlights, openFlightsDashboard, openDashboardWith } from './dashboards.ts'
import { callsOf } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { redPixels } from './pixels.ts'

test.use({ allowErrors: /status of 4(03|12)/ })

const node = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^chart, ${name},`) })

async function fromMore(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function startEditing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit dashboard' }).click()
  await expect(page.getByRole('textbox', { name: 'Title of the dashboard' })).toBeVisible()
}

async function writeCss(page: Page, css: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'CSS of the dashboard' })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await editor.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(css)
}

const heading = (page: Page) => page.locator('header').first()

/** Returns how often the pages of a PDF set pure red as a line or fill color. */
function reds(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: head }) => {
    const from = index + head.length
    const end = text.indexOf('endstream', from)
    try {
      return inflateSync(pdf.subarray(from, end)).toString('latin1')
    } catch {
      // Uncompressed images and fonts contain no color operators.
      return ''
    }
  })
  return streams.join('\n').match(/\b1 0 0 (?:rg|RG)\b/g)?.length ?? 0
}

test('Dashboard CSS is previewed, stored as a template, saved, and affects only its dashboard', async ({
  page,
  facet,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const id = await openFlightsDashboard(page, facet)
  await startEditing(page)
  await fromMore(page, 'Edit CSS')
  const panel = page.getByRole('complementary', { name: 'Styles of the dashboard' })
  await writeCss(page, '.dashboard-component-chart-holder { outline: 3px solid rgb(255, 0, 0) }')
  const tile = page.locator('.dashboard-component-chart-holder')
  await expect(tile).toHaveCSS('outline-color', 'rgb(255, 0, 0)')
  await expectAccessible(page)
  await panel.getByRole('textbox', { name: 'Name of the template' }).fill('Red lines')
  await panel.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByText('The styles were saved as “Red lines”')).toBeVisible()

  const before = await heading(page).boundingBox()
  await writeCss(
    page,
    'header, nav { display: none } @import "http://evil.example/a.css"; .a { background: url(http://evil.example/b) } ' +
      '* { position: fixed; inset: 0 } .grid-row { position: absolute; inset: -900px; z-index: 99999; background: red }',
  )
  await expect(panel).toContainText('parts are left out')
  await expect(panel).toContainText('position:fixed')
  await expect.poll(() => heading(page).boundingBox()).toEqual(before)
  const onTop = await page.evaluate(() => document.elementFromPoint(400, 20)?.closest('header') !== null)
  expect(onTop).toBe(true)

  await panel.getByRole('combobox', { name: 'Load a CSS template' }).click()
  await page.getByRole('option', { name: 'Red lines' }).click()
  await expect(tile).toHaveCSS('outline-color', 'rgb(255, 0, 0)')
  await test.step('I-08: CSS is saved with the dashboard', async () => {
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
    await page.goto(`${facet.url}/dashboard/${id}`)
    await expectDrawn(page, 1)
    await expect(tile).toHaveCSS('outline-color', 'rgb(255, 0, 0)')
  })
  await test.step('CSS applies to prints and images', async () => {
    const dialog = page.getByRole('dialog', { name: 'Save the dashboard as a picture or PDF' })
    await page.keyboard.press('Control+p')
    await dialog.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.locator('html[data-printed]')).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    const printed = page.locator('[data-sheet=dashboard] .dashboard-component-chart-holder')
    await expect(printed).toHaveCSS('outline-color', 'rgb(255, 0, 0)')
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect(reds(pdf)).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(page.locator('[data-sheet=dashboard]')).toHaveCount(0)
    await fromMore(page, 'Download')
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Image (PNG)' }).click()
    await dialog.getByRole('button', { name: 'Save the picture' }).click()
    const picture = await readFile(await (await saving).path())
    // The border is 3 pixels around a tile, at double size: far more than a thousand pixels.
    const red = await redPixels(page, picture)
    expect(red).toBeGreaterThan(1000)
  })
  await page.goto(`${facet.url}/dashboard/list`)
  await expect(page.locator('style[data-dashboard-styles]')).toHaveCount(0)
})

test('Edits chart properties from the tile by keyboard and from the list by mouse, and shows them at once', async ({
  page,
  facet,
}) => {
  // A small window, in which the dialogs must also be reachable by keyboard.
  await page.setViewportSize({ width: 1024, height: 768 })
  await openDashboardWith(page, facet, [{ ...allFlights, name: 'Counted once' }])
  const calls = await callsOf(page, facet)
  const dialog = page.getByRole('dialog', { name: 'Chart properties' })
  await page.getByRole('button', { name: 'Options for Counted once' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit chart properties' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Counted twice')
  await dialog.getByRole('textbox', { name: 'Certified by' }).fill('Data team')
  await dialog.getByLabel('Cache timeout').fill('60')
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(chart(page, 'Counted twice').getByLabel('Certified by Data team')).toBeVisible()
  const list = '/api/v1/chart/?q=(filters:!((col:slice_name,opr:ct,value:%27Counted%20twice%27)))'
  const [stored] = (await calls.get<{ result: { cache_timeout: number; id: number }[] }>(list)).result
  expect(stored?.cache_timeout).toBe(60)

  await page.goto(`${facet.url}/chart/list`)
  await page.getByRole('searchbox').fill('Counted twice')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit properties of Counted twice' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Counted thrice')
  await calls.put(`/api/v1/chart/${stored?.id}`, { description: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('You saved this chart in another tab ')
  await dialog.getByRole('button', { name: 'Overwrite theirs' }).click()
  await expect(dialog).toBeHidden()
  const { result } = await calls.get<{ result: { slice_name: string; description: string } }>(
    `/api/v1/chart/${stored?.id}`,
  )
  expect([result.slice_name, result.description]).toEqual(['Counted thrice', 'Theirs'])
})

test('The second of two users who save a dashboard sees who saved and which tiles differ, and chooses', async ({
  page,
  facet,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const id = await openDashboardWith(page, facet, [
    { ...allFlights, name: 'First figure' },
    { ...allFlights, name: 'Other figure' },
  ])
  const calls = await callsOf(page, facet)
  type Stored = { readonly result: { readonly position_json: string; readonly json_metadata: string } }
  const stored = async () => (await calls.get<Stored>(`/api/v1/dashboard/${id}`)).result
  /** Another user gives the second chart the same width, and changes the description of the dashboard. */
  const theySave = async (width: number) => {
    const { position_json, json_metadata } = await stored()
    const positions = JSON.parse(position_json) as Record<string, { meta?: { width?: number } }>
    const key = Object.keys(positions).findLast((each) => each.startsWith('CHART-')) ?? ''
    positions[key] = { ...positions[key], meta: { ...positions[key]?.meta, width } }
    const metadata = { ...(JSON.parse(json_metadata) as object), theirs: width, positions }
    await calls.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) })
  }
  const conflict = page.getByRole('dialog', { name: 'This dashboard was changed by someone else' })
  const widen = async () => {
    await node(page, 'First figure').focus()
    await page.keyboard.press('Shift+ArrowLeft')
  }
  const save = () => page.getByRole('button', { name: /^Save/ }).click()

  await startEditing(page)
  await widen()
  await theySave(6)
  await save()
  await expect(conflict).toContainText('Facet Admin saved it')
  const tiles = conflict.getByRole('list', { name: 'Tiles that differ' }).getByRole('listitem')
  await expect(tiles).toHaveText([/First figure\s*differs/, /Other figure\s*differs/])
  await expectAccessible(page)
  await test.step('is operated by keyboard alone, with all buttons in view', async () => {
    const keep = conflict.getByRole('button', { name: 'Keep mine' })
    for (const name of ['Take theirs', 'Keep mine', 'Save mine as a copy'])
      await expect(conflict.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    for (let at = 0; at < 12 && !(await keep.evaluate((own) => own === document.activeElement)); at += 1)
      await page.keyboard.press('Tab')
    await expect(keep).toBeFocused()
    await page.keyboard.press('Enter')
  })
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  expect(JSON.parse((await stored()).json_metadata)).toMatchObject({ theirs: 6 })
  const widths = Object.values(JSON.parse((await stored()).position_json) as Record<string, { meta?: object }>)
  expect(widths.flatMap(({ meta }) => (meta && 'chartId' in meta ? [meta] : []))).toMatchObject([
    { width: 3 },
    { width: 4 },
  ])

  await startEditing(page)
  await widen()
  await theySave(5)
  await save()
  await conflict.getByRole('button', { name: 'Save mine as a copy' }).click()
  const copy = page.getByRole('dialog', { name: 'Save dashboard as' })
  await copy.getByRole('textbox', { name: 'Title' }).fill('My copy')
  await copy.getByRole('checkbox', { name: /Duplicate the charts as well/ }).check()
  await copy.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My copy' })).toBeVisible()
  await expectDrawn(page, 2)

  await page.goto(`${facet.url}/dashboard/${id}`)
  await expectDrawn(page, 2)
  await startEditing(page)
  await widen()
  await theySave(6)
  await save()
  await page.route(`**/api/v1/dashboard/${id}**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeVisible()
  await expectDrawn(page, 2)
  await startEditing(page)
  await expect(node(page, 'Other figure')).toHaveAttribute('aria-label', /6 columns/)
  await expect(page.getByText(/Unsaved ·/)).toHaveCount(0)
})

test('Publishes a draft by one click and shows to whom; an externally managed dashboard links to its source', async ({
  page,
  facet,
}) => {
  const id = await openFlightsDashboard(page, facet)
  const calls = await callsOf(page, facet)
  await test.step('I-08: one click publishes or unpublishes a dashboard', async () => {
    await page.getByRole('button', { name: 'Published. Change to draft' }).click()
    await expect(page.getByText(/^Unpublished\. Draft:/)).toBeVisible()
    await page.getByRole('button', { name: 'Draft. Publish' }).click()
    await expect(page.getByText(/^Published\. Visible to everyone with access to one of its datasets/)).toBeVisible()
  })
  await calls.put(`/api/v1/dashboard/${id}`, {
    is_managed_externally: true,
    external_url: 'https://git.example.org/dashboards',
    certified_by: 'Data team',
  })
  await page.reload()
  await expectDrawn(page, 1)
  const home = page.getByRole('link', { name: /Open where it is managed/ })
  await expect(home).toHaveAttribute('href', 'https://git.example.org/dashboards')
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toHaveCount(0)
  const refused = await page.request.put(`${facet.url}/api/v1/dashboard/${id}`, {
    data: { dashboard_title: 'x' },
    headers: {
      'x-csrftoken': (
        (await (await page.request.get(`${facet.url}/api/v1/security/csrf_token/`)).json()) as { result: string }
      ).result,
      referer: `${facet.url}/`,
    },
  })
  expect(refused.status()).toBe(403)
  await page.goto(`${facet.url}/dashboard/${id}?edit=true`)
  await expect(page.getByText('This dashboard cannot be edited here')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open where it is managed' })).toBeVisible()
  await page.goto(`${facet.url}/dashboard/list`)
  await expect(page.getByLabel('Managed by another program: it cannot be edited here').first()).toBeVisible()
})

test('Duplicates a row, a tab and tabs with their content; new tabs request a name', async ({ page, facet }) => {
  await openFlightsDashboard(page, facet)
  await startEditing(page)
  const row = page.getByRole('group', { name: /^row,/ }).first()
  await row.focus()
  await row.getByRole('toolbar', { name: 'Tools of row' }).getByRole('button', { name: 'Duplicate' }).click()
  await expect(node(page, 'All flights')).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(node(page, 'All flights')).toHaveCount(1)
  await fromMore(page, 'Put everything into tabs')
  const name = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.type('Numbers')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Duplicate tab Numbers' }).click()
  await expect(name).toBeFocused()
  await page.keyboard.type('Numbers again')
  await page.keyboard.press('Enter')
  await expect(node(page, 'All flights')).toHaveCount(1)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('tab', { name: 'Numbers again' })).toBeVisible()
  await expectDrawn(page, 1)
})
