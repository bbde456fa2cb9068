import { readFile } from 'node:fs/promises'
import { allFlights, openDashboardWith, columnFilter, saveBoard } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart, expectDrawn, queryFlights } from './charts.ts'
import { expect, test } from './facet.ts'

test('Saves a tile as rows and as an image under its filters, and shares it by a link that opens it', async ({
  page,
  facet,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const expected = await queryFlights('count(*)', "origin = 'ORD' AND destination = 'DFW'")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const from = columnFilter(dataset, 'From', 'origin')
  const ord = { ...from, defaultDataMask: { filterState: { value: ['ORD'] }, extraFormData: {} } }
  const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'destination', metrics: ['flights'], groupby: [] }
  const far = { ...allFlights, width: 12, height: 120 }
  await openDashboardWith(
    page,
    facet,
    [
      {
        name: 'Where to',
        form: { viz_type: 'table', query_mode: 'aggregate', groupby: ['destination'], metrics: ['flights'] },
      },
      { name: 'Bars', form: { ...bars, row_limit: 5 } },
      ...['One', 'Two', 'Three'].map((name) => ({ ...far, name })),
      { ...allFlights, name: 'Last' },
    ],
    [ord],
    3,
  )
  const act = async (tile: string, ...items: string[]) => {
    await page.getByRole('button', { name: `Options for ${tile}` }).click()
    for (const name of items) await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const saved = async (tile: string, item: string) => {
    const download = page.waitForEvent('download')
    await act(tile, 'Download', item)
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  await test.step('I-10: downloads the rows under the filter', async () => {
    const { name, bytes } = await saved('Where to', '.CSV')
    const [head, ...rows] = bytes.toString('utf8').trim().split(/\r?\n/)
    expect([name, head]).toEqual(['Where to.csv', 'Destination,Flights'])
    expect(rows).toContain(`DFW,${String(expected)}`)
    const book = await saved('Where to', 'Excel')
    expect([book.name, book.bytes.subarray(0, 2).toString()]).toEqual(['Where to.xlsx', 'PK'])
  })
  await test.step('I-10: downloads an image of charts and tables', async () => {
    for (const tile of ['Bars', 'Where to']) {
      const { name, bytes } = await saved(tile, 'Image (PNG)')
      expect([name, bytes.subarray(1, 4).toString()]).toEqual([`${tile}.png`, 'PNG'])
      expect(bytes.readUInt32BE(16)).toBeGreaterThan(200)
    }
  })
  await test.step('I-10: the link opens the tile', async () => {
    await act('Last', 'Share', 'Copy link to chart')
    await expect(page.getByText('Link Copied!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto('about:blank')
    await page.goto(link)
    await expect(chart(page, 'Last')).toBeInViewport()
    await expectDrawn(page, 1)
  })
})

test('Copies a chart to another dashboard, as a new chart and as the same chart', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const flights = await datasetNamed(calls, 'flights')
  const stamp = crypto.randomUUID().slice(0, 8)
  const there = await saveChart(calls, flights, `There ${stamp}`, allFlights.form)
  const title = `Goal ${stamp}`
  const goal = await saveBoard(calls, title, [{ ...there, width: 4, height: 30 }])
  const name = `To copy ${stamp}`
  await openDashboardWith(page, facet, [{ ...allFlights, name }])
  const dialog = page.getByRole('dialog', { name: `Copy ${name}` })
  const copy = async (what: string) => {
    await page.getByRole('button', { name: `Options for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Copy to a dashboard' }).click()
    await dialog.getByRole('combobox', { name: 'Dashboard' }).click()
    await page.keyboard.type(title)
    await page.getByRole('option', { name: title }).click()
    await dialog.getByRole('radio', { name: what }).check({ force: true })
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText(`Copied: ${name}`)).toBeVisible()
  }
  await copy('A copy')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await copy('The same chart')
  await page.getByRole('button', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectDrawn(page, 3)
  const { result } = await calls.get<{ result: { slice_name: string; id: number }[] }>(
    `/api/v1/dashboard/${goal}/charts`,
  )
  expect(result.map(({ slice_name }) => slice_name).toSorted()).toEqual(
    [`There ${stamp}`, `${name} [copy]`, name].toSorted(),
  )
})
