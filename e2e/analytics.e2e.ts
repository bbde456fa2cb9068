import type { Page } from '@playwright/test'
import { saveBoard } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'

const picture = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })

const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true }

test('Draws a forecast in lines and bars, and announces it to keyboard users', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const { id } = await saveChart(calls, await datasetNamed(calls, 'pizza'), 'Orders to come', {
    viz_type: 'echarts_timeseries_line',
    granularity_sqla: 'order_date',
    time_grain_sqla: 'P1M',
    metrics: ['orders'],
    groupby: [],
  })
  await page.goto(`${facet.url}/explore/?slice_id=${id}`)
  await expect(picture(page).locator('[data-status=rendered]')).toBeVisible()
  const controls = page.getByRole('complementary', { name: 'Controls' })
  await controls.getByRole('button', { name: 'Predictive Analytics' }).click()
  await controls.getByLabel('Enable forecast').check()
  for (const type of ['Line Chart', 'Bar Chart']) {
    await page.getByRole('group', { name: 'Visualization type' }).getByRole('button', { name: type }).click()
    await controls.getByRole('button', { name: 'Update chart' }).first().click()
    await expect(picture(page).locator('[data-status=rendered]')).toBeVisible()
    await expect(page.getByText('Your chart is not up to date')).toBeHidden()
    const drawing = picture(page).getByRole('application', { name: /^1 series: / })
    await drawing.press('ArrowRight')
    await expect(page.getByText(/ \S+, forecast \S+ \(\S+ – \S+\)$/).first()).toBeAttached()
  }
})

test('A chart whose dataset lacks the filter column shows that the filter does not apply', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const [strikes, pizza] = [await datasetNamed(calls, 'birdstrikes'), await datasetNamed(calls, 'pizza')]
  const form = { viz_type: 'table', metrics: [count], row_limit: 10 }
  const charts = [
    await saveChart(calls, strikes, 'With the column', { ...form, groupby: ['Wildlife Size'] }),
    await saveChart(calls, pizza, 'Without it', { ...form, groupby: ['category'] }),
  ]
  const filter = {
    id: 'NATIVE_FILTER-lacking',
    type: 'NATIVE_FILTER',
    name: 'Size',
    filterType: 'filter_select',
    targets: [{ datasetId: strikes, column: { name: 'Wildlife Size' } }],
    controlValues: { multiSelect: true },
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    defaultDataMask: { extraFormData: {}, filterState: {} },
  }
  const boxes = charts.map((each) => ({ id: each.id, width: 6, height: 40 }))
  const id = await saveBoard(calls, 'Two datasets', boxes, { native_filter_configuration: [filter] })
  await page.goto(`${facet.url}/dashboard/${id}`)
  await expectDrawn(page, 2)
  const warning = page.getByRole('button', { name: '1 filter does not apply: Size' })
  await expect(warning).toHaveCount(0)
  await page.getByRole('listbox', { name: 'Size' }).getByRole('option').first().click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(chart(page, 'With the column').getByText('1 filter narrows this chart')).toBeAttached()
  await expect(warning).toHaveCount(1)
  await expect(chart(page, 'Without it').getByText('narrows this chart')).toHaveCount(0)
  await warning.hover()
  await expect(page.getByRole('tooltip')).toHaveText('This chart has nothing to compare with: Size')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})
