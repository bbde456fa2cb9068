import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProjectCopy } from '../scripts/mutate/tree.mjs'
import { makeFiles } from '../scripts/new/make.mjs'
import { build } from '../scripts/start/build.mjs'
import { openDashboardWith } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, queryFlights } from './charts.ts'
import { expect, newHome, startFacet, test as base } from './facet.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Makes the chart of the copy use the control of the copy, as docs/develop/adding-a-control.md says. */
function askFor(copy: string, control: string): void {
  const file = join(copy, 'charts/wind_rose/controls.ts')
  const row = `[{ type: '${control}', name: 'subheader', label: 'Wind force', affects: 'picture' }], `
  const text = readFileSync(file, 'utf8')
  const changed = text.replace("[axisFormat('Number format')]", (found) => `${row}${found}`)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
}

/** A server of a copy of the project in which a chart, a control and a filter were created. */
const test = base.extend({
  facet: [
    async ({ facetEnv }, use) => {
      const copy = createProjectCopy(root, new Map())
      try {
        for (const [kind, name] of [
          ['chart', 'wind_rose'],
          ['control', 'wind_force'],
          ['filter', 'filter_wind'],
        ] as const)
          expect((await makeFiles(copy, kind, name)).problem).toBeUndefined()
        askFor(copy, 'wind_force')
        await build(copy, () => {})
        const facet = await startFacet(facetEnv, copy, await newHome(true))
        await use(facet)
        await facet.stop()
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    },
    { scope: 'test', timeout: 180_000 },
  ],
})

test('A generated chart, control and filter work in a browser', async ({ page, facet }) => {
  const ord = await queryFlights('count(*)', "origin = 'ORD'")
  const atl = await queryFlights('count(*)', "origin = 'ATL'")
  const dataset = await datasetNamed(await callsOf(page, facet), 'flights')
  const filter = {
    id: 'NATIVE_FILTER-wind',
    type: 'NATIVE_FILTER',
    name: 'Wind',
    filterType: 'filter_wind',
    targets: [{ datasetId: dataset, column: { name: 'origin' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  }
  const form = { viz_type: 'wind_rose', metric: 'flights', groupby: ['origin'], y_axis_format: ',d' }
  await openDashboardWith(page, facet, [{ name: 'Winds', form, width: 8 }], [filter])
  const rows = chart(page, 'Winds').getByRole('list', { name: 'Flights' }).getByRole('listitem')
  const says = (value: number) => value.toLocaleString('en-US')
  await test.step('the chart draws the values of the engine', async () => {
    await expect(rows.filter({ hasText: 'ORD' })).toContainText(says(ord))
    await expect(rows.filter({ hasText: 'ATL' })).toContainText(says(atl))
  })
  await test.step('the filter applies to the chart', async () => {
    await page.getByRole('complementary', { name: 'Filters' }).getByRole('textbox', { name: 'Wind' }).fill('ORD')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(says(ord))
  })
  await test.step('the control is in its panel, and its change can be undone', async () => {
    await page.getByRole('button', { name: 'Options for Winds' }).click()
    await page.getByRole('menuitem', { name: 'Edit chart', exact: true }).click()
    await page.getByRole('tab', { name: 'Customize' }).click()
    const force = page.getByLabel('Wind force')
    await force.fill('ten knots')
    await force.press('Enter')
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.keyboard.press('Control+z')
    await page.getByRole('tab', { name: 'Customize' }).click()
    await expect(force).toHaveValue('')
    await page.keyboard.press('Control+Shift+z')
    await expect(force).toHaveValue('ten knots')
  })
})
