import type { Locator, Page } from '@playwright/test'
import { saveBoard } from './dashboards.ts'
import { callsOf, datasetNamed, datasetOfSql, saveChart } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, expectAccessible, type Facet, test } from './facet.ts'
import { chooseType, control, waitUntilDrawn, newChart, panel, picture, pills, runQuery } from './panel.ts'

const map = (page: Page): Locator => picture(page).getByRole('application')
const viewport = (page: Page): Locator => control(page, 'viewport').getByRole('button', { name: /^Viewport: / })
const tool = (page: Page, name: string): Locator => picture(page).getByRole('button', { name, exact: true })
const customize = (page: Page): Promise<void> => panel(page).getByRole('tab', { name: 'Customize' }).click()
const stale = 'Your chart is not up to date'
const airports = { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' }

/** Opens a map of a dataset and waits for its base map. */
async function openMap(page: Page, facet: Facet, dataset: string | number, form: object): Promise<void> {
  const id = typeof dataset === 'number' ? dataset : await datasetNamed(await callsOf(page, facet), dataset)
  const whole = { viz_type: 'deck_scatter', datasource: `${id}__table`, spatial: airports, row_limit: 50_000, ...form }
  await page.goto(`${facet.url}/explore?form_data=${encodeURIComponent(JSON.stringify(whole))}`)
  await waitUntilDrawn(page)
  await expect(map(page)).toHaveAttribute('data-ground', 'true')
}

/** Records the queries a page sends from now on. */
function questions(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/chart/data')) requested.push(request.url())
  })
  return requested
}

async function choose(page: Page, within: Locator, field: RegExp, option: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('Creates a map by mouse, and sets its coordinates in a popover 300 px wide', {
  tag: '@extended',
}, async ({ page, facet }) => {
  await newChart(page, facet, 'airports', 'table')
  await chooseType(page, 'point map')

  const add = control(page, 'spatial').getByRole('button', { name: 'Select longitude and latitude' })
  const popover = page.getByRole('dialog', { name: 'Longitude and latitude' })
  await add.click()
  await test.step('E-CONTROLS-14: the popover is 300 px wide', async () => {
    await expect.poll(async () => (await popover.boundingBox())?.width).toBe(300)
    await expect(popover.getByText('Invalid lat/long configuration.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('E-CONTROLS-11: Escape closes it and restores the focus', async () => {
    await page.keyboard.press('Escape')
    await expect(popover).toBeHidden()
    await expect(add).toBeFocused()
  })

  await add.click()
  await popover.getByRole('combobox', { name: /^Format/ }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Longitude & Latitude columns',
    'Delimited long & lat single column',
    'Geohash',
  ])
  await page.getByRole('option', { name: 'Delimited long & lat single column' }).click()
  await expect(popover.getByRole('textbox', { name: 'Delimiter' })).toHaveValue(',')
  await expect(popover.getByRole('checkbox', { name: 'Reverse lat/long' })).not.toBeChecked()
  await choose(page, popover, /^Format/, 'Geohash')
  await expect(popover.getByRole('textbox', { name: 'Delimiter' })).toBeHidden()
  await choose(page, popover, /^Format/, 'Longitude & Latitude columns')
  await popover.getByRole('combobox', { name: /^Longitude/ }).click()
  await expect(page.getByRole('option')).toHaveText([
    /iata/,
    /name/,
    /city/,
    /state/,
    /country/,
    /latitude/,
    /longitude/,
  ])
  await page.getByRole('option', { name: /^longitude/ }).click()
  await choose(page, popover, /^Latitude/, /^latitude/)
  await popover.getByRole('button', { name: 'Save' }).click()
  await expect(pills(page, 'spatial')).toHaveText(['longitude | latitude'])
  await expect(control(page, 'spatial').getByText('cannot be empty')).toBeHidden()

  await runQuery(page)
  await expect(map(page)).toHaveAccessibleName(/^Map of 1,000 points between /)
  await expectAccessible(page)
})

test('Sets the viewport by popover, drag and keyboard without a request, and saves it', { tag: '@extended' }, async ({
  page,
  facet,
}) => {
  await openMap(page, facet, 'airports', { mapbox_style: 'mapbox://styles/mapbox/satellite-v9' })
  const requested = questions(page)
  await customize(page)
  const auto = control(page, 'autozoom').getByRole('checkbox', { name: 'Auto Zoom' })
  await expect(auto).toBeChecked()
  await expect(viewport(page)).toBeHidden()
  await tool(page, 'Zoom in').click()
  await expect(auto).not.toBeChecked()

  await viewport(page).click()
  const popover = page.getByRole('dialog', { name: 'Viewport' })
  await test.step('E-CONTROLS-14: the popover is 300 px wide', async () => {
    await expect.poll(async () => (await popover.boundingBox())?.width).toBe(300)
  })
  const parts = { Longitude: '-100', Latitude: '40', Zoom: '5', Bearing: '0', Pitch: '0' }
  await test.step('E-CONTROLS-08: sets five values of a viewport', async () => {
    await expect(popover.getByRole('spinbutton')).toHaveCount(5)
    for (const [name, value] of Object.entries(parts))
      await popover.getByRole('spinbutton', { name, exact: true }).fill(value)
    await popover.getByRole('button', { name: 'Save' }).click()
    await expect(viewport(page)).toHaveText('-100, 40 · 5')
    await expect(viewport(page)).toBeFocused()
  })
  await viewport(page).click()
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(viewport(page)).toBeFocused()

  const box = await map(page).boundingBox()
  if (!box) throw new Error('no map')
  await page.mouse.move(box.x + 200, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + 328, box.y + 200, { steps: 4 })
  await page.mouse.up()
  // 128 of the 512 * 2^5 pixels around the world are 2.8125 degrees.
  await expect(viewport(page)).toHaveText('-102.8125, 40 · 5')
  await map(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(viewport(page)).toHaveText('-101.0547, 40 · 5')
  await page.keyboard.press('+')
  await expect(viewport(page)).toHaveText('-101.0547, 40 · 6')
  await page.mouse.wheel(0, 300)
  await expect(viewport(page)).toHaveText(/ · 5$/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(viewport(page)).toHaveText('-101.0547, 40 · 6')
  await expect(page.getByText(stale)).toBeHidden()
  expect(requested).toEqual([])

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  const name = 'A map that was moved'
  await dialog.getByRole('textbox', { name: /chart name/i }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible()
  const calls = await callsOf(page, facet)
  const id = Number(new URL(page.url()).searchParams.get('slice_id'))
  const { result } = await calls.get<{ result: { params: string } }>(`/api/v1/chart/${id}`)
  expect(JSON.parse(result.params)).toMatchObject({
    viewport: { longitude: -101.0547, latitude: 40, zoom: 6, bearing: 0, pitch: 0 },
    autozoom: false,
    mapbox_style: 'mapbox://styles/mapbox/satellite-v9',
  })
  await page.reload()
  await waitUntilDrawn(page)
  await customize(page)
  await expect(viewport(page)).toHaveText('-101.0547, 40 · 6')
  await expect(control(page, 'mapbox_style')).toContainText('Satellite (drawn plain)')
  await tool(page, 'Show all points').click()
  await expect(auto).toBeChecked()
  await calls.remove(`/api/v1/chart/${id}`)
})

test('Points have tooltips, are hidden by the legend, colored and sized', { tag: '@extended' }, async ({
  page,
  facet,
}) => {
  // Thigpen, the first of the airports, is in the center.
  const middle = { longitude: -89.2345, latitude: 31.9538, zoom: 10, bearing: 0, pitch: 0 }
  await openMap(page, facet, 'airports', {
    autozoom: false,
    viewport: middle,
    dimension: 'state',
    js_columns: ['name'],
  })
  const shot = () => map(page).locator('canvas').screenshot()
  const box = await map(page).boundingBox()
  if (!box) throw new Error('no map')
  const center = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...center)
  const tip = picture(page).getByRole('tooltip')
  await expect(tip.getByRole('row')).toHaveText(['stateMS', 'nameThigpen', 'Longitude, latitude-89.2345, 31.95376'])
  const legend = picture(page).getByRole('group', { name: 'state' })
  await legend.getByRole('button', { name: 'MS', exact: true }).click()
  await expect(legend.getByRole('button', { name: 'MS', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await page.mouse.move(...center)
  await expect(tip).toBeHidden()
  await legend.getByRole('button', { name: 'MS', exact: true }).click()

  await page.mouse.move(0, 0)
  await map(page).focus()
  await page.keyboard.press('PageDown')
  await expect(tip).toContainText('Thigpen')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  const requested = questions(page)
  await customize(page)
  const looks = [await shot()]
  const isNew = async () => {
    await expect.poll(async () => (await shot()).equals(looks.at(-1) as Buffer)).toBe(false)
    looks.push(await shot())
  }
  await control(page, 'min_radius')
    .getByRole('spinbutton')
    .or(control(page, 'min_radius').getByRole('textbox'))
    .fill('12')
  await page.keyboard.press('Tab')
  await isNew()
  for (const style of ['Dark', 'Names of countries', 'Blue water']) {
    await choose(page, control(page, 'mapbox_style'), /^Map Style/, style)
    await isNew()
  }
  expect(requested).toEqual([])

  await panel(page).getByRole('tab', { name: 'Data' }).click()
  await test.step('E-CONTROLS-10: sets a fixed size, or a metric', async () => {
    await control(page, 'point_radius_fixed').getByText('Based on a metric').click()
    await control(page, 'point_radius_fixed').getByRole('button', { name: 'Add a metric' }).click()
    const metric = page.getByRole('dialog', { name: 'Edit metric' })
    await metric.getByRole('tab', { name: 'Saved' }).click()
    await choose(page, metric, /^Saved metric/, /Rows/)
    await metric.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(stale)).toBeVisible()
    await runQuery(page)
    await expect(map(page)).toHaveAccessibleName(/Rows from 1 to \d\. state: /)
  })
})

test('Counts rows without coordinates, and reads pairs and geohashes', { tag: '@extended' }, async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const pairs =
    "(VALUES ('52.5, 13.4', 'u33db2m3'), ('nowhere', 'ail'), ('91, 0', NULL), (NULL, ''), ('48.9;2.4', 'u09tvmqr')) t(pair, hash)"
  const id = await datasetOfSql(calls, 'Places of the walk', `SELECT * FROM ${pairs}`)
  const delimited = { type: 'delimited', lonlatCol: 'pair', delimiter: ',', reverseCheckbox: false }
  await openMap(page, facet, id, { spatial: delimited })
  await expect(map(page)).toHaveAccessibleName('Map of 1 point between 13.4, 52.5 and 13.4, 52.5')
  await expect(
    picture(page).getByText('3 rows are not drawn: 3 with an invalid position, such as “nowhere”'),
  ).toBeVisible()
  await openMap(page, facet, id, { spatial: { type: 'geohash', geohashCol: 'hash' }, filter_nulls: false })
  await expect(map(page)).toHaveAccessibleName(/^Map of 2 points /)
  await expect(
    picture(page).getByText('3 rows are not drawn: 1 with an invalid position, such as “ail”, 2 without a position'),
  ).toBeVisible()
  await calls.remove(`/api/v1/dataset/${id}`)
})

test('A selected point on a dashboard filters the other charts; moving the map changes none', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const datasource_id = await datasetNamed(calls, 'airports')
  const make = (name: string, params: Record<string, unknown>) => saveChart(calls, datasource_id, name, params)
  const middle = { longitude: -89.2345, latitude: 31.9538, zoom: 10, bearing: 0, pitch: 0 }
  const charts = [
    await make('Map of the walk', {
      viz_type: 'deck_scatter',
      spatial: airports,
      dimension: 'state',
      row_limit: 50_000,
      autozoom: false,
      viewport: middle,
    }),
    await make('States of the walk', { viz_type: 'table', groupby: ['state'], metrics: ['count'] }),
  ]
  const boxes = charts.map(({ id }) => ({ id, width: 6, height: 50 }))
  const dashboard = await saveBoard(calls, 'Dashboard of the map', boxes)
  await page.goto(`${facet.url}/dashboard/${dashboard}`)
  await expectDrawn(page, 2)
  const rows = chart(page, 'States of the walk').getByRole('gridcell', { name: /^[A-Z]{2}$/ })
  await expect(rows.filter({ hasText: 'TX' })).toBeVisible()
  const plane = chart(page, 'Map of the walk').getByRole('application')
  const box = await plane.boundingBox()
  if (!box) throw new Error('no map')
  const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await click()
  await expect(rows).toHaveText(['MS'])
  await expectAccessible(page)
  await click()
  await expect(rows.filter({ hasText: 'TX' })).toBeVisible()

  const before = await plane.locator('canvas').screenshot()
  await chart(page, 'Map of the walk').getByRole('button', { name: 'Show all points', exact: true }).click()
  await expect.poll(async () => (await plane.locator('canvas').screenshot()).equals(before)).toBe(false)
  await calls.remove(`/api/v1/dashboard/${dashboard}`)
  for (const { id } of charts) await calls.remove(`/api/v1/chart/${id}`)
})
