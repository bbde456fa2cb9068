import { expect, expectAccessible, test } from './facet.ts'

test.use({ facetEnv: { FACET_FEATURE_DISABLE_LEGACY_DATASOURCE_EDITOR: 'false' } })

test('A button opens the legacy editor on its own page when it is enabled', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dataset/list?search=airports`)
  await page.getByRole('link', { name: 'airports', exact: true }).click()
  const source = page.getByRole('complementary', { name: 'Chart source' })
  await source.getByRole('button', { name: 'Options for the dataset' }).click()
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit dataset airports' })
  await test.step('E-DATASET-14: a link opens the legacy editor', async () => {
    await editor.getByRole('link', { name: 'Use legacy datasource editor' }).click()
    await expect(page.getByRole('heading', { name: 'Edit dataset airports' })).toBeVisible()
  })
  await expect(editor).toBeHidden()
  await test.step('inputs have a limited width, with rows and charts to their right', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const name = await page.getByRole('textbox', { name: 'Table name' }).boundingBox()
    expect(name?.width).toBeLessThanOrEqual(640)
    const rows = page.getByRole('region', { name: 'Rows', exact: true })
    await expect(rows.getByRole('grid', { name: 'Rows of the samples' })).toBeVisible()
    await expect.poll(async () => (await rows.boundingBox())?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))
    await expect(page.getByRole('region', { name: 'Charts that use it' })).toBeVisible()
  })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Where planes land')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  await expect(page).toHaveURL(/\/dataset\/list$/)
})
