import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { expectDrawn, figure } from './charts.ts'
import { signInAndOpen, expect, expectAccessible, test } from './facet.ts'

test.use({ allowErrors: /status of 422/ })

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Import / })

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles({ name, mimeType: 'application/zip', buffer })
}

test('An exported dashboard shows the same in another installation', async ({ page, facet, secondServer }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const board = await calls.post('/api/v1/dashboard/', { dashboard_title: 'Emigrants', published: true })
  const form = { viz_type: 'big_number_total', metric: 'flights' }
  const chart = await saveChart(calls, dataset, 'Flights that leave', form, [board.id])
  await page.goto(`${facet.url}/dashboard/list?search=Emigrants`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Emigrants' }).click()
  const bytes = await readFile(await (await coming).path())
  // A list prefetches the target of a hovered link, which may be deleted meanwhile.
  await page.goto('about:blank')
  await calls.remove(`/api/v1/dashboard/${board.id}`)
  await calls.remove(`/api/v1/chart/${chart.id}`)

  await signInAndOpen(page, secondServer)
  await page.goto(`${secondServer.url}/dashboard/list`)
  await choose(page, 'emigrants.zip', bytes)
  const list = dialog(page).getByRole('list', { name: 'What the import does' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Flights that leave' })).toContainText('New')
  await expect(list.getByRole('listitem').filter({ hasText: /^Stays as it isflights/ })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Emigrants', exact: true }).click()
  await expectDrawn(page, 1)
  await expect(figure(page, 'Flights that leave', 3_000_000)).toBeVisible()
})

test('Importing a connection without its password requests it and imports nothing before', async ({ page, facet }) => {
  const files = {
    'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
    'databases/far.yaml':
      'database_name: Far away\nsqlalchemy_uri: postgresql://ada:XXXXXXXXXX@db.example/sales\n' +
      'uuid: 88888888-8888-4888-8888-0000000000e2\nversion: 1.0.0\n',
  }
  const bundle = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`b/${path}`, strToU8(text)])))
  await page.goto(`${facet.url}/database/list`)
  await choose(page, 'far.zip', Buffer.from(bundle))
  const password = dialog(page).getByLabel('Password of databases/far.yaml')
  await expect(password).toBeFocused()
  await expectAccessible(page)
  const named = page.getByRole('table').getByText('Far away', { exact: true })
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(named).toBeHidden()

  await choose(page, 'far.zip', Buffer.from(bundle))
  await password.fill('open sesame')
  await password.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'What the import does' })).toContainText('Far away')
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(named).toBeVisible()
  await page.reload()
  await expect(named).toBeVisible()
  const calls = await callsOf(page, facet)
  const { result } = await calls.get<{ result: { id: number; database_name: string }[] }>('/api/v1/database/')
  await calls.remove(`/api/v1/database/${result.find((each) => each.database_name === 'Far away')?.id ?? 0}`)
})
