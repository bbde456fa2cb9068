import type { Locator, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { chart as card } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { drag, panel, picture as pane, pills } from './panel.ts'

test.use({ allowErrors: /404|422/ })

/** Returns the drawn chart, found by its label. */
const drawing = (around: Locator): Locator => around.getByRole('application', { name: /^1 series: / })
const picture = (page: Page): Locator => drawing(pane(page))

async function choose(page: Page, editor: Locator, name: string | RegExp, option: string): Promise<void> {
  await editor.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Opens the editor of a new layer with this name. */
async function newLayer(page: Page, name: string): Promise<Locator> {
  await panel(page).getByRole('button', { name: 'Add annotation layer' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit annotation layer' })
  await editor.getByRole('textbox', { name: 'Name' }).fill(name)
  return editor
}

async function save(editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
}

test('Adds a formula, events and another chart as annotations, saves them, and reports the one that fails', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const made = async (name: string) => (await calls.post('/api/v1/annotation_layer/', { name })).id
  const [holidays, removed] = [await made('Public holidays'), await made('Soon gone')]
  const memorial = { short_descr: 'Memorial Day', start_dttm: '2001-05-28', end_dttm: '2001-05-28' }
  await calls.post(`/api/v1/annotation_layer/${holidays}/annotation/`, memorial)
  const title = `Layers ${test.info().workerIndex}-${test.info().retry}-${test.info().repeatEachIndex}`
  const dashboard = await calls.post('/api/v1/dashboard/', { dashboard_title: title })

  await page.goto(`${facet.url}/chart/list?search=Flights+per+day`)
  await page.getByRole('link', { name: 'Flights per day' }).click()
  await expect(picture(page)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Annotations and Layers' }).click()

  const formula = await newLayer(page, 'Mean day')
  await expect(formula.getByRole('button', { name: 'Save' })).toBeDisabled()
  await formula.getByRole('textbox', { name: 'Formula' }).fill('16000 +')
  await expect(formula.getByText('The formula ends too early')).toBeVisible()
  await formula.getByRole('textbox', { name: 'Formula' }).fill('16000 + 0 * x')
  await save(formula)
  await expect(picture(page)).toHaveAccessibleName(/\. Line Mean day$/)

  const requested: string[] = []
  page.on('request', (request) => {
    if (/slice_json|annotation_json/.test(request.url()))
      requested.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  const event = await newLayer(page, 'Holidays')
  await choose(page, event, 'Annotation layer type', 'Event')
  await choose(page, event, 'Annotation source', 'Annotation layer')
  await choose(page, event, /^Annotation layer Select/, 'Public holidays')
  await save(event)
  await test.step('C-ANNOT-01: requests the annotations from the URL of the layer', async () => {
    await expect(picture(page)).toHaveAccessibleName(/\. Holidays: Memorial Day on 2001-05-28$/)
    expect(requested).toEqual([`GET /superset/annotation_json/${holidays}`])
  })

  const series = await newLayer(page, 'Week before')
  await choose(page, series, 'Annotation layer type', 'Time Series')
  await choose(page, series, 'Annotation source', 'Time series')
  await choose(page, series, 'Chart', 'Flights per day')
  await series.getByRole('textbox', { name: 'Time Shift' }).fill('1 week')
  await series.getByRole('tab', { name: 'Display configuration' }).click()
  await choose(page, series, 'Style', 'Dotted')
  await save(series)
  await test.step('E-ANNOT-04: draws a formula, an event and a time series', async () => {
    await expect(picture(page)).toHaveAccessibleName(/Line Mean day\. Line Week before\. Holidays: /)
  })

  const failing = await newLayer(page, 'Lost')
  await choose(page, failing, 'Annotation layer type', 'Interval')
  await choose(page, failing, 'Annotation source', 'Annotation layer')
  await choose(page, failing, /^Annotation layer Select/, 'Soon gone')
  await save(failing)
  await calls.remove(`/api/v1/annotation_layer/${removed}`)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  const name = `Flights with ${title}`
  await dialog.getByRole('textbox', { name: /chart name/i }).fill(name)
  await dialog.getByRole('combobox', { name: 'Add to dashboard' }).click()
  await page.getByRole('option', { name: title }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible()

  await page.reload()
  await test.step('E-ANNOT-03: draws native layers and layers of charts after a reload', async () => {
    await expect(picture(page)).toHaveAccessibleName(
      /Line Mean day\. Line Week before\. Holidays: Memorial Day on 2001-05-28$/,
    )
  })
  const chart = pane(page)
  await test.step('C-ANNOT-09: shows the error with the name of the layer', async () => {
    await expect(chart.getByRole('button', { name: 'Annotation layer Lost: Not found' })).toBeVisible()
    await panel(page).getByRole('button', { name: 'Annotations and Layers' }).click()
    await expect(panel(page).getByRole('button', { name: 'Not found', exact: true })).toBeVisible()
  })

  const pill = panel(page).getByRole('button', { name: 'Lost', exact: true })
  await test.step('E-ANNOT-01: opens the popover of a listed layer', async () => {
    await pill.focus()
    await page.keyboard.press('Enter')
    const editor = page.getByRole('dialog', { name: 'Edit annotation layer' })
    await expect(editor.getByRole('textbox', { name: 'Name' })).toHaveValue('Lost')
    // Escape closes the dialog that has the focus.
    await expect.poll(() => editor.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    await expect(pill).toBeFocused()
  })
  await panel(page).getByRole('button', { name: 'Remove Lost' }).press('Enter')
  await expect(chart.getByRole('button', { name: /^Annotation layer Lost/ })).toBeHidden()
  await expect(picture(page)).toHaveAccessibleName(/Holidays: Memorial Day/)
  await expect(page.getByText('Your chart is not up to date')).toBeHidden()

  const row = (text: RegExp) => pills(page, 'annotation_layers').filter({ hasText: text })
  await row(/^Mean day/)
    .getByRole('button', { name: /^Mean day/ })
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(picture(page)).toHaveAccessibleName(/Line Mean day\. Line Mean of all days\. Line Week before/)
  await expect(row(/^Mean day/).getByRole('button', { name: /^Mean day/ })).toBeFocused()
  await drag(page, row(/^Week before/), row(/^Mean day/), { edge: true })
  await expect(picture(page)).toHaveAccessibleName(/Line Week before\. Line Mean day\. Line Mean of all days/)

  await page.goto(`${facet.url}/dashboard/${dashboard.id}`)
  await card(page, name).scrollIntoViewIfNeeded()
  await expect(drawing(card(page, name))).toHaveAccessibleName(
    /Line Week before\. Holidays: Memorial Day on 2001-05-28$/,
  )
  await expect(card(page, name).getByRole('button', { name: 'Annotation layer Lost: Not found' })).toBeVisible()
})

test('Creates, edits and deletes annotation layers and annotations on their pages', {
  tag: '@extended',
}, async ({ page, facet }) => {
  await page.goto(`${facet.url}/chart/list`)
  await page.getByRole('link', { name: 'Annotation layers' }).click()
  await expect(page.getByRole('heading', { name: 'Annotation layers' })).toBeVisible()
  await page.getByRole('button', { name: 'Annotation layer', exact: true }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add annotation layer' })
  await expect(adding.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectAccessible(page)
  await adding.getByRole('textbox', { name: 'Name' }).fill('Storms')
  await page.keyboard.press('Enter')
  await expect(adding).toBeHidden()
  await page.getByRole('link', { name: 'Storms' }).click()
  await expect(page.getByRole('heading', { name: 'Storms' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Annotation', exact: true }).first().click()
  const annotation = page.getByRole('dialog', { name: 'Add annotation' })
  await annotation.getByRole('textbox', { name: 'Name' }).fill('Allison')
  await annotation.getByRole('textbox', { name: 'Start' }).fill('2001-06-05')
  await annotation.getByRole('textbox', { name: 'End' }).fill('2001-06-04')
  await annotation.getByRole('textbox', { name: 'Additional information' }).fill('Tropical storm')
  await annotation.getByRole('button', { name: 'Save' }).click()
  await expect(annotation.getByText(/End date must be after start date/)).toBeVisible()
  await annotation.getByRole('textbox', { name: 'End' }).fill('2001-06-17')
  await annotation.getByRole('button', { name: 'Save' }).click()
  await expect(annotation).toBeHidden()
  const row = page.getByRole('row', { name: /Allison/ })
  await expect(row).toContainText('2001-06-17 00:00:00')

  await row.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit annotation' })
  await expect(editing.getByRole('textbox', { name: 'Additional information' })).toHaveValue('Tropical storm')
  await editing.getByRole('textbox', { name: 'Name' }).fill('Tropical storm Allison')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Tropical storm Allison/ })).toBeVisible()

  await page.getByRole('link', { name: 'Annotation layers' }).click()
  await page.getByRole('button', { name: 'Delete Storms' }).click()
  await expect(page.getByText(/Annotation layer has associated annotations\./)).toBeVisible()
  await page.getByRole('link', { name: 'Storms' }).click()
  await page.getByRole('button', { name: 'Delete Tropical storm Allison' }).click()
  await expect(page.getByText('No annotations yet')).toBeVisible()
  await page.getByRole('link', { name: 'Annotation layers' }).first().click()
  await page.getByRole('button', { name: 'Delete Storms' }).click()
  await expect(page.getByText('Deleted: Storms')).toBeVisible()
})
