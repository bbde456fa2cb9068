import type { Page } from '@playwright/test'
import { expect, test } from './facet.ts'
import { addButton, newChart, panel, pills, waitUntilDrawn } from './panel.ts'

test.use({ facetEnv: { FACET_FRAME_ANCESTORS: 'https://intranet.example.org' } })

const header = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('Shares a chart by a link and by embed code that shows the chart alone', async ({ page, facet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newChart(page, facet, 'pizza', 'big_number_total')
  await addButton(page, 'Revenue').first().click()
  await waitUntilDrawn(page)
  await header(page, 'Share').click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await header(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Embed code', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed code' })
  await dialog.getByLabel('Height', { exact: true }).fill('500')
  await page.keyboard.press('Tab')
  const code = dialog.getByRole('textbox', { name: 'Embed code' })
  // Until the editor is loaded, its text is in a plain field.
  const text = () => code.evaluate((field) => ('value' in field ? String(field.value) : field.textContent))
  await expect.poll(text).toMatch(/src="[^"]+".*height="500"|height="500".*src="[^"]+"/s)
  const src = /src="([^"]*)"/.exec(await text())?.[1]?.replaceAll('&amp;', '&') ?? ''
  await page.goto(link)
  await waitUntilDrawn(page)
  await expect(pills(page, 'metric')).toHaveText(['Revenue'])
  await page.goto(src)
  await waitUntilDrawn(page)
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(header(page, 'Save')).toHaveCount(0)
})
