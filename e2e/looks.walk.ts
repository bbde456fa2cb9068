import { chart, expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'

test('a chart with the focus shows its whole ring', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 4)
  const picture = page.getByRole('application').first()
  await page.keyboard.press('Tab')
  await picture.focus()
  const ring = await picture.evaluate((element) => {
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const reach = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth)
    let frame = element.parentElement
    while (frame && getComputedStyle(frame).overflowX !== 'hidden') frame = frame.parentElement
    const edge = frame?.getBoundingClientRect() ?? box
    return { style: style.outlineStyle, left: box.left - reach - edge.left, right: edge.right - box.right - reach }
  })
  expect(ring.style).toBe('solid')
  expect(ring.left).toBeGreaterThanOrEqual(0)
  expect(ring.right).toBeGreaterThanOrEqual(0)
})

test('a chart added by Enter leaves the focus where the next one is added', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/flights?edit=true`)
  const palette = page.getByRole('complementary', { name: 'Add to the dashboard' })
  const add = palette.getByRole('button', { name: 'Add Products', exact: true })
  await palette.getByRole('searchbox').fill('Products')
  await add.focus()
  await page.keyboard.press('Enter')
  const added = palette.getByRole('button', { name: 'Products, added' })
  await expect(added).toBeVisible()
  await page.waitForTimeout(200)
  await expect(added).toBeFocused()
})

test('on a small window the filters fold, no number is cut, and at twice the size it is a phone', async ({
  page,
  facet,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 4)
  await expect(page.getByRole('button', { name: 'Show the filters' })).toBeVisible()
  const cut = () =>
    page
      .locator('[role=gridcell] > span:last-child')
      .evaluateAll(
        (cells) =>
          cells.filter((cell) => /\d/.test(cell.textContent) && cell.scrollWidth > cell.clientWidth + 1).length,
      )
  expect(await cut()).toBe(0)
  await page.getByRole('button', { name: 'Show the filters' }).click()
  await expect(page.getByRole('button', { name: 'Hide the filters' })).toBeVisible()

  await page.setViewportSize({ width: 860, height: 700 })
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(chart(page, 'Flights')).toBeVisible()
  const [first, second] = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().width))
  expect(first ?? 0).toBeGreaterThan(350)
  expect(second ?? 0).toBeGreaterThan(350)
})
