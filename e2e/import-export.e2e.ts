import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessible, test } from './facet.ts'

test.use({ allowErrors: /status of 422/ })

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Import / })

/** Triggers a download and reads the file. */
async function taken(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

async function importFile(page: Page, file: { name: string; bytes: Buffer }): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles({ name: file.name, mimeType: 'application/zip', buffer: file.bytes })
}

test('Exports, deletes and imports charts and dashboards, overwriting only after confirmation', async ({
  page,
  facet,
}) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const form = { viz_type: 'big_number_total', metric: 'flights' }
  const board = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Moving board', published: true })
  const chart = await saveChart(calls, dataset, 'Moving chart', form, [board.id])

  await page.goto(`${facet.url}/chart/list?search=Moving`)
  const charts = await taken(page, () => page.getByRole('button', { name: 'Export Moving chart' }).click())
  expect(charts.name).toMatch(/^chart_export_\d{8}T\d{6}\.zip$/)
  await page.goto(`${facet.url}/dashboard/${board.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  const boards = await taken(page, () => page.getByRole('menuitem', { name: 'Export' }).click())
  expect(Object.keys(unzipSync(boards.bytes)).map((path) => path.split('/').slice(1).join('/'))).toEqual(
    expect.arrayContaining([`dashboards/Moving_board_${board.id}.yaml`, `charts/Moving_chart_${chart.id}.yaml`]),
  )

  await test.step('A-SHELL-08: deletes a chart and a dashboard, and imports them again', async () => {
    await page.goto(`${facet.url}/dashboard/list?search=Moving`)
    await page.getByRole('button', { name: 'Delete Moving board' }).click()
    await expect(page.getByText('Deleted: Moving board')).toBeVisible()
    await page.goto(`${facet.url}/chart/list?search=Moving`)
    await page.getByRole('button', { name: 'Delete Moving chart' }).click()
    await expect(page.getByText('Deleted: Moving chart')).toBeVisible()
    await expect(page.getByText('Nothing matches “Moving”')).toBeVisible()

    await importFile(page, charts)
    await expect(dialog(page).getByRole('list', { name: 'What the import does' })).toContainText('Moving chart')
    await expectAccessible(page, { within: '[role=dialog]' })
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(link(page, 'Moving chart')).toBeVisible()

    await page.goto(`${facet.url}/dashboard/list?search=Moving`)
    await importFile(page, boards)
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await expect(link(page, 'Moving board')).toBeVisible()
  })

  await test.step('B-IMPORT-05: overwrites an existing dashboard after confirmation', async () => {
    await calls.put(`/api/v1/dashboard/${board.id}`, { dashboard_title: 'Moved board' })
    await page.goto(`${facet.url}/dashboard/list?search=Mov`)
    await expect(link(page, 'Moved board')).toBeVisible()
    await importFile(page, boards)
    await expect(dialog(page).getByText(/^These exist already, and will be overwritten: dashboards\//)).toBeVisible()
    await dialog(page).getByText('1 field', { exact: true }).click()
    await expect(dialog(page).getByText('Moved board')).toBeVisible()
    await expectAccessible(page, { within: '[role=dialog]' })
    const overwrite = dialog(page).getByRole('button', { name: 'Overwrite' })
    await expect(overwrite).toBeDisabled()
    await dialog(page).getByRole('textbox').fill('OVERWRITE')
    await overwrite.click()
    await expect(link(page, 'Moving board')).toBeVisible()
    await expect(link(page, 'Moved board')).toBeHidden()
  })

  await test.step('B-IMPORT-02: shows why an import failed, and what to do', async () => {
    await importFile(page, charts)
    await expect(dialog(page).getByText(/^An error occurred while importing dashboard: /)).toBeVisible()
    await expect(dialog(page).getByText('Please re-export your file and try importing again.')).toBeVisible()
    await expect(dialog(page).getByText('metadata.yaml: type: Must be equal to Dashboard.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })
  await page.goto('about:blank')
  await calls.remove(`/api/v1/dashboard/${board.id}`)
  await calls.remove(`/api/v1/chart/${chart.id}`)
})

test('Filters a list by owner, favorite and certification, and exports several rows in one bundle', {
  tag: '@extended',
}, async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const form = { viz_type: 'big_number_total', metric: 'flights' }
  const ids: number[] = []
  for (const name of ['Narrow one', 'Narrow two', 'Narrow three'])
    ids.push((await saveChart(calls, dataset, name, form)).id)
  await calls.put(`/api/v1/chart/${ids[1]}`, { certified_by: 'Ada' })
  await page.goto(`${facet.url}/chart/list?search=Narrow`)
  await expect(page.getByText('3 items', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Certified' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await expect(link(page, 'Narrow two')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Favorite' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await expect(page.getByText('Nothing matches “Narrow”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/owner=\d+/)
  await page.goto(`${facet.url}/chart/list?search=Narrow`)
  await page.getByRole('button', { name: 'Bulk select' }).click()
  for (const name of ['Narrow one', 'Narrow three'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check({ force: true })
  const file = await taken(page, () => page.getByRole('button', { name: 'Export', exact: true }).click())
  const paths = Object.keys(unzipSync(file.bytes)).filter((path) => path.includes('/charts/'))
  expect(paths.map((path) => path.replace(/^.*\//, ''))).toEqual([
    `Narrow_one_${ids[0]}.yaml`,
    `Narrow_three_${ids[2]}.yaml`,
  ])
  for (const id of ids) await calls.remove(`/api/v1/chart/${id}`)
})
