import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'
import { control, waitUntilDrawn, picture, pills } from './panel.ts'

const time = { granularity_sqla: 'order_date', time_range: 'No filter' }

/** Charts with former type names: their form data and their summaries. */
const olderCharts = [
  {
    viz_type: 'line',
    params: { ...time, time_grain_sqla: 'P1M', metrics: ['revenue'], groupby: ['category'], y_axis_label: 'Paid' },
  },
  {
    viz_type: 'area',
    params: { ...time, time_grain_sqla: 'P1M', metrics: ['revenue'], groupby: ['category'], stacked_style: 'expand' },
  },
  { viz_type: 'dist_bar', params: { ...time, metrics: ['revenue'], groupby: ['category'], columns: [] } },
  {
    viz_type: 'pivot_table',
    params: { ...time, metrics: ['revenue'], groupby: ['category'], columns: ['day_of_week'], pivot_margins: true },
  },
] as const

test('Charts of older types open in explore and on a dashboard, and are saved as current types', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'pizza')
  const dashboard = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Older charts' })
  const ids = await Promise.all(
    olderCharts.map(({ viz_type, params }) =>
      saveChart(calls, dataset, `Old ${viz_type}`, { ...params, viz_type }, [dashboard.id]),
    ),
  )
  const savedAs = async (id: number) =>
    (await calls.get<{ result: { viz_type: string } }>(`/api/v1/chart/${id}`)).result.viz_type

  for (const [at, { viz_type }] of olderCharts.entries()) {
    await page.goto(`${facet.url}/explore?slice_id=${ids[at]?.id}`)
    await waitUntilDrawn(page)
    await expect.poll(() => savedAs(ids[at]?.id ?? 0)).toBe(viz_type)
  }
  await expect(pills(page, 'groupbyRows')).toHaveText([/Category/])
  await expect(control(page, 'rowTotals').getByRole('checkbox')).toBeChecked()
  await expect(picture(page).getByText('Total (Sum)').first()).toBeVisible()

  const [line] = ids
  const surface = ids[1]
  const several = await saveChart(calls, dataset, 'Old lines', {
    viz_type: 'line_multi',
    line_charts: [line?.id],
    line_charts_2: [surface?.id],
    prefix_metric_with_slice_name: true,
  })
  await page.goto(`${facet.url}/explore?slice_id=${several.id}`)
  await waitUntilDrawn(page)
  await expect(control(page, 'line_charts').getByText('Old line', { exact: true })).toBeVisible()
  await expect(picture(page).getByRole('application')).toHaveAccessibleName(/Old line: /)

  await page.goto(`${facet.url}/dashboard/${dashboard.id}`)
  await expectDrawn(page, 2)

  await page.goto(`${facet.url}/explore?slice_id=${line?.id}`)
  await waitUntilDrawn(page)
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Newer line')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Save chart' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => savedAs(line?.id ?? 0)).toBe('echarts_timeseries_line')
})
