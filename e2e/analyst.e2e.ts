import { expectDrawn, figure, queryFlights } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'
import { waitUntilDrawn, newChart, addButton, picture, runQuery } from './panel.ts'

const ALL = 3_000_000

test('Goes from a dataset to a shared dashboard by mouse', async ({ page, facet, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: facet.url })
  const title = `Punctual ${Date.now()}`
  const expected = await queryFlights('count(*)', "origin = 'ORD'")

  await test.step('A-SHELL-01: creates a chart from a dataset, adds it to a dashboard and arranges it', async () => {
    await newChart(page, facet, 'flights', 'big_number_total')
    await addButton(page, 'Flights').click()
    await runQuery(page)
    await waitUntilDrawn(page)
    await expect(picture(page)).toContainText('3')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Save chart' })
    await dialog.getByRole('textbox', { name: /name/i }).fill('All flights')
    await dialog.getByRole('combobox', { name: 'Add to dashboard' }).fill(title)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save & go to dashboard' }).click()
    await page.waitForURL(/\/dashboard\//)
    await expectDrawn(page, 1)
    await page.getByRole('button', { name: 'Edit dashboard' }).click()
    const box = page.getByRole('group', { name: /^chart, All flights,/ })
    const before = await box.boundingBox()
    await box.focus()
    // The first chart of a dashboard has the full width.
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(async () => (await box.boundingBox())?.width).toBeLessThan(before?.width ?? 0)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
    await page.reload()
    await expectDrawn(page, 1)
    await expect(figure(page, 'All flights', ALL)).toBeVisible()
  })

  await test.step('A-SHELL-02: a filter created there applies to its charts', async () => {
    await page.getByRole('button', { name: 'Add a filter' }).first().click()
    await page
      .getByRole('listbox', { name: 'Columns' })
      .getByRole('option', { name: /^Origin/i })
      .first()
      .click()
    const bar = page.getByRole('complementary', { name: 'Filters' })
    await bar.getByRole('searchbox').fill('ORD')
    await bar.getByRole('option', { name: /^ORD/ }).click()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(figure(page, 'All flights', expected)).toBeVisible()
  })

  await test.step('Drill to detail pages the rows of the chart under the same filter', async () => {
    await page.getByRole('button', { name: 'Options for All flights' }).click()
    await page.getByRole('menuitem', { name: 'Drill to detail' }).click()
    const dialog = page.getByRole('dialog', { name: 'Drill to detail: All flights' })
    const count = expected.toLocaleString('en-US')
    await expect(dialog.getByText(`Rows 1 – 50 of ${count}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await expect(dialog.getByText(`Rows 51 – 100 of ${count}`)).toBeVisible()
    await expectAccessible(page, { within: '[role=dialog]' })
    await page.keyboard.press('Escape')
  })

  await test.step('A-SHELL-07: the dashboard is added to favorites', async () => {
    const stored = page.waitForResponse(/\/favstar\//)
    await page.getByRole('button', { name: `Add ${title} to favorites` }).click()
    await stored
    await expect(page.getByRole('button', { name: `Remove ${title} from favorites` })).toBeVisible()
  })

  await test.step('A-SHELL-06: the permalink shows the same dashboard', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link Copied!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto('about:blank')
    await page.goto(link)
    await expect(figure(page, 'All flights', expected)).toBeVisible()
    await expect(page.getByRole('button', { name: `Remove ${title} from favorites` })).toBeVisible()
  })
})
