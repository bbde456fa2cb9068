import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessibleInBoth, test } from './facet.ts'
import { waitUntilDrawn, navigateWithinPage, picture } from './panel.ts'

const time = { granularity_sqla: 'order_date', time_grain_sqla: 'P3M', time_range: 'No filter' }
const people = { expressionType: 'SQL', sqlExpression: 'SUM(pop)', label: 'People' }
const rows = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Airports' }
const spatial = { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' }
const in2005 = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'year = 2005' }

/** Chart types, their form data, and their summaries. */
const kinds = [
  { viz_type: 'echarts_timeseries_smooth', dataset: 'pizza', form: { ...time, metrics: ['revenue'] } },
  { viz_type: 'echarts_timeseries_step', dataset: 'pizza', form: { ...time, metrics: ['revenue'] } },
  { viz_type: 'echarts_timeseries_scatter', dataset: 'pizza', form: { ...time, metrics: ['revenue'] } },
  { viz_type: 'echarts_timeseries', dataset: 'pizza', form: { ...time, metrics: ['revenue'], seriesType: 'bar' } },
  {
    viz_type: 'big_number',
    dataset: 'pizza',
    form: { ...time, metric: 'revenue', compare_lag: 4, compare_suffix: 'YoY' },
  },
  {
    viz_type: 'mixed_timeseries',
    dataset: 'pizza',
    form: { ...time, metrics: ['revenue'], seriesType: 'bar', metrics_b: ['orders'], yAxisIndexB: 1 },
  },
  { viz_type: 'cal_heatmap', dataset: 'pizza', form: { ...time, metrics: ['revenue'], subdomain_granularity: 'day' } },
  { viz_type: 'horizon', dataset: 'pizza', form: { ...time, metrics: ['revenue'], groupby: ['category'] } },
  {
    viz_type: 'world_map',
    dataset: 'gapminder',
    form: { entity: 'country', country_fieldtype: 'name', metric: people, adhoc_filters: [in2005] },
  },
  { viz_type: 'country_map', dataset: 'airports', form: { select_country: 'usa', entity: 'state', metric: rows } },
  { viz_type: 'deck_grid', dataset: 'airports', form: { spatial, grid_size: 150_000 } },
  { viz_type: 'deck_hex', dataset: 'airports', form: { spatial, grid_size: 150_000 } },
] as const

type Kind = (typeof kinds)[number]['viz_type']

interface Entry {
  readonly data: readonly Readonly<Record<string, number | string | null>>[]
}

test('Time series and maps are drawn from saved form data, in both themes and on a phone', async ({ page, facet }) => {
  test.setTimeout(300_000)
  const calls = await callsOf(page, facet)
  const ask = async (dataset: string, question: object): Promise<Entry['data']> => {
    const id = await datasetNamed(calls, dataset)
    const context = { datasource: { id, type: 'table' }, queries: [question], result_format: 'json' }
    const { result } = await calls.ask<{ result: readonly Entry[] }>('/api/v1/chart/data', {
      ...context,
      result_type: 'full',
    })
    return result[0]?.data ?? []
  }
  const bucket = (grain: string) => ({
    granularity: 'order_date',
    extras: { time_grain_sqla: grain },
    is_timeseries: true,
    metrics: ['revenue', 'orders'],
  })
  const quarters = (await ask('pizza', bucket('P3M'))).toSorted(
    (a, b) => Number(a['__timestamp']) - Number(b['__timestamp']),
  )
  const days = await ask('pizza', bucket('P1D'))
  const airports = await ask('airports', { columns: ['state'], metrics: [rows], orderby: [[rows, false]] })
  // Three years of quarters.
  expect(quarters).toHaveLength(12)
  const millions = (value: unknown) => `\\$${(Number(value) / 1e6).toPrecision(3)}M`
  const first = millions(quarters[0]?.['revenue'])
  const last = millions(quarters[11]?.['revenue'])
  const [before, now] = [Number(quarters[7]?.['revenue']), Number(quarters[11]?.['revenue'])]
  const change = `${now > before ? '+' : '−'}${((100 * Math.abs(now - before)) / before).toFixed(1)}% YoY`
  const oneSeries = new RegExp(`^1 series: Revenue, .*first ${first}, last ${last}`)
  const says: Readonly<Record<Kind, RegExp>> = {
    echarts_timeseries_smooth: oneSeries,
    echarts_timeseries_step: oneSeries,
    echarts_timeseries_scatter: oneSeries,
    echarts_timeseries: oneSeries,
    big_number: new RegExp(`^Revenue: first ${first} at 2020 Q1, last ${last} at 2022 Q4`),
    mixed_timeseries: new RegExp(`^2 series: Revenue, Orders, .*Revenue: first ${first}, last ${last}`),
    cal_heatmap: new RegExp(`Revenue: ${days.length} cells`),
    horizon: /^3 series from 2020 Q1 to 2022 Q4\. Classic: first /,
    // Calculated by hand from the rows of 2005: China had 1,303 million people, India 1,155, the United States 297.
    world_map: /^\d+ countries by People: most China 1\.3B, India 1\.15B, United States 297M/,
    country_map: new RegExp(`^5\\d parts of USA by Airports: most \\w+ ${airports[0]?.['Airports']}, `),
    // All airports have coordinates.
    deck_grid: /^3,376 points in \d+ cells, Rows from 1 to \d+$/,
    deck_hex: /^3,376 points in \d+ cells, Rows from 1 to \d+$/,
  }
  for (const { viz_type, dataset, form } of kinds) {
    const { id } = await saveChart(calls, await datasetNamed(calls, dataset), `Kind ${viz_type}`, { viz_type, ...form })
    await test.step(`${viz_type} is drawn and describes its data`, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await navigateWithinPage(page, `${facet.url}/explore?slice_id=${id}`)
      await waitUntilDrawn(page)
      await expect(picture(page).getByRole('application').first()).toHaveAccessibleName(says[viz_type])
      if (viz_type === 'big_number') await expect(picture(page).getByText(change, { exact: true })).toBeVisible()
    })
    await test.step(`${viz_type} is accessible in both themes, and fits a phone`, async () => {
      await expectAccessibleInBoth(page)
      await waitUntilDrawn(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await waitUntilDrawn(page)
      await expect(picture(page).getByRole('application').first()).toHaveAccessibleName(says[viz_type])
      await page.setViewportSize({ width: 1440, height: 900 })
    })
  }
})

test('A country of the map is described by pointer and by keyboard', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const form = kinds.find(({ viz_type }) => viz_type === 'world_map')?.form
  const saved = { viz_type: 'world_map', ...form }
  const { id } = await saveChart(calls, await datasetNamed(calls, 'gapminder'), 'World by keys', saved)
  await page.goto(`${facet.url}/explore?slice_id=${id}`)
  await waitUntilDrawn(page)
  const map = picture(page).getByRole('application')
  await map.focus()
  await page.keyboard.press('PageDown')
  await expect(picture(page).getByText('China', { exact: true })).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(picture(page).getByText('India', { exact: true })).toBeVisible()
})
