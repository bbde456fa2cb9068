import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, expectAccessible, expectAccessibleInBoth, test } from './facet.ts'
import { newChart, panel } from './panel.ts'

const charts = fileURLToPath(new URL('../charts', import.meta.url))
/** Each chart type is a folder with controls. */
const kinds = readdirSync(charts).filter((name) => existsSync(`${charts}/${name}/controls.ts`))
const KINDS = kinds.length

test('The gallery: categories, search, details and selecting a chart type', async ({ page, facet }) => {
  await newChart(page, facet, 'pizza', 'table')
  await test.step('E-GALLERY-09: the panel offers six types in this order', async () => {
    const tiles = panel(page).getByRole('group', { name: 'Visualization type' }).getByRole('button')
    const names = await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    expect(names).toEqual(['Line Chart', 'Table', 'Big Number', 'Pie Chart', 'Bar Chart', 'Area Chart'])
  })
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
  await test.step('E-GALLERY-10: View all charts opens the gallery in a modal', async () => {
    await panel(page).getByRole('button', { name: 'View all charts' }).click()
    await expect(gallery).toBeVisible()
  })
  const shelf = (name: string) => gallery.getByRole('navigation').getByRole('button', { name, exact: true })
  const tiles = gallery.getByRole('group', { name: 'Chart types' }).getByRole('button')
  const details = gallery.getByRole('region', { name: 'Details' })
  await test.step('E-GALLERY-01: the sidebar has All charts', () =>
    expect(shelf('All charts')).toHaveAttribute('aria-pressed', 'true'))
  await test.step('E-GALLERY-02: lists the recommended tags', async () => {
    const tags = gallery.getByRole('group', { name: 'Recommended tags' }).getByRole('button')
    await expect
      .poll(() => tags.evaluateAll((all) => all.map((each) => each.firstChild?.textContent)))
      .toEqual(['Popular', 'ECharts', 'Advanced-Analytics'])
  })
  await test.step('E-GALLERY-03: has sections for categories and tags', async () => {
    await expect(gallery.getByRole('group', { name: 'Category' }).getByRole('button').first()).toBeVisible()
    await expect(gallery.getByRole('group', { name: 'Tags', exact: true }).getByRole('button').first()).toBeAttached()
  })
  await test.step('K-GALLERY-03: the modal is 1090 px wide', async () =>
    await expect.poll(async () => (await gallery.boundingBox())?.width).toBe(1090))
  await test.step('the search field has the height of other fields above tiles that scroll', async () =>
    await expect.poll(async () => (await gallery.getByRole('search').boundingBox())?.height).toBeCloseTo(28, 0))
  await test.step('E-GALLERY-05: shows the types as a grid of thumbnails', async () => {
    await expect(tiles).toHaveCount(KINDS)
    const tops = await tiles.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(tops.slice(0, 3)).size).toBe(1)
    expect(new Set(tops).size).toBe(Math.ceil(KINDS / 3))
    await expect(tiles.getByRole('presentation').or(tiles.locator('img'))).toHaveCount(KINDS)
  })
  await test.step('K-GALLERY-05: a thumbnail of 800 by 450 is shown 300 px wide', async () => {
    const picture = details.locator('img').first()
    await expect.poll(async () => (await picture.boundingBox())?.width).toBe(300)
    const size = await picture.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)
    expect(size).toBeCloseTo(800 / 450, 2)
    await expect(details.getByRole('group', { name: 'Examples' }).getByRole('img')).toHaveCount(1)
  })
  await expectAccessible(page, { within: '[role=dialog]' })

  await test.step('draws suggested types from the data, legible in the dark theme', async () => {
    await shelf('For your data').click()
    const offers = gallery.getByRole('list', { name: 'Charts of your data' })
    await expect(offers.locator('[data-status=rendered]')).toHaveCount(6)
    await expectAccessibleInBoth(page, { within: '[role=dialog]' })
    await shelf('All charts').click()
  })
  await test.step('E-GALLERY-12: another section keeps a selection that it contains, and clears others', async () => {
    await expect(details).toContainText('Table')
    await shelf('Table').click()
    await expect(details.getByRole('heading', { name: 'Table', exact: true })).toBeVisible()
    await shelf('Evolution').click()
    await expect(details).toHaveCount(0)
    await expect(gallery.getByRole('button', { name: 'Select' })).toBeDisabled()
    await shelf('All charts').click()
    await expect(details).toHaveCount(0)
  })
  await test.step('E-GALLERY-04: the search tolerates typing errors', async () => {
    await gallery.getByRole('searchbox', { name: 'Search all charts' }).fill('area chrt')
    await expect(tiles.first()).toHaveText('Area Chart')
  })
  await test.step('E-GALLERY-06: a double click selects a type', async () => {
    await tiles.first().dblclick()
    await expect(gallery).toBeHidden()
    const area = panel(page).getByRole('button', { name: 'Area Chart', exact: true })
    await expect(area).toHaveAttribute('aria-pressed', 'true')
  })
})
