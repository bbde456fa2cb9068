import { expect, test } from './facet.ts'

test.use({ facetEnv: { FACET_EXAMPLES: '0' }, allowErrors: /status of 4\d\d/ })

const csv = 'Day,Region,Units\n2024-01-01,North,3\n2024-01-01,South,4\n2024-01-02,North,5\n2024-01-02,South,6\n'

test('An installation without data guides the user from a selected file to the first chart', async ({
  page,
  facet,
}) => {
  await page.goto(facet.url)
  await expect(page.getByRole('heading', { name: 'Welcome to Facet' })).toBeVisible()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles({ name: 'Sales 2024.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('dialog', { name: 'Upload "Sales 2024.csv"' }).getByRole('button', { name: 'Load' }).click()
  await page.waitForURL(/\/explore\?dataset_id=/)
  await expect(page.getByText('sales_2024')).toBeVisible()
  await page.getByRole('button', { name: 'Add Region to the chart' }).click()
  await page.getByRole('button', { name: /^Add (COUNT\(\*\)|count)/i }).click()
  await page
    .getByRole('complementary', { name: 'Controls' })
    .getByRole('button', { name: /(Create|Update) chart/ })
    .click()
  const picture = page.getByRole('region', { name: 'Chart', exact: true })
  await expect(picture.locator('[data-status=rendered]')).toBeVisible()
  await expect(picture.getByRole('gridcell', { name: 'South' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Sales by region')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chart [Sales by region] has been saved')).toBeVisible()
  await page.reload()
  await expect(picture.locator('[data-status=rendered]')).toBeVisible()
})

test('A dropped file becomes a dataset; a file that is not CSV is rejected with the reason', async ({
  page,
  facet,
}) => {
  await page.goto(facet.url)
  const zone = page.getByRole('group', { name: 'Drop a file here' })
  const drop = async (name: string, text: string) => {
    const transfer = await page.evaluateHandle(
      ([file, content]) => {
        const data = new DataTransfer()
        data.items.add(new File([content ?? ''], file ?? '', { type: 'text/csv' }))
        return data
      },
      [name, text] as const,
    )
    await zone.dispatchEvent('dragover', { dataTransfer: transfer })
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
  }
  await expect(zone.getByRole('button')).toBeEnabled()
  await drop('empty.csv', '')
  const empty = page.getByRole('dialog', { name: 'Upload "empty.csv"' })
  await expect(empty.getByText(/^The file "empty.csv" cannot be read/)).toBeVisible()
  await expect(empty.getByRole('button', { name: 'Load' })).toBeDisabled()
  await empty.getByRole('button', { name: 'Cancel' }).click()
  await drop('dropped.csv', csv)
  await page.getByRole('dialog', { name: 'Upload "dropped.csv"' }).getByRole('button', { name: 'Load' }).click()
  await page.waitForURL(/\/explore\?dataset_id=/)
  await expect(page.getByText('dropped', { exact: true })).toBeVisible()
  for (const column of ['Day', 'Region', 'Units'])
    await expect(page.getByRole('button', { name: `Add ${column} to the chart` })).toBeVisible()
})
