import type { Locator, Page } from '@playwright/test'
import { textsOf } from './dashboards.ts'
import { callsOf, datasetNamed, saveChart } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'

test('A focused chart shows its complete focus ring', async ({ page, facet }) => {
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

test('The focus stays at the add button of the next chart after a chart is added by Enter', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/flights?edit=true`)
  const palette = page.getByRole('complementary', { name: 'Add to the dashboard' })
  const add = palette.getByRole('button', { name: 'Add Products', exact: true })
  await palette.getByRole('searchbox').fill('Products')
  await add.focus()
  await page.keyboard.press('Enter')
  const added = palette.getByRole('button', { name: 'Products, added' })
  await expect(added).toBeVisible()
  // The color scheme is redrawn within two frames.
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  await expect(added).toBeFocused()
})

test('A small window collapses the filters without cutting numbers, and at 200 % has the phone layout', async ({
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
  await expect.poll(() => cut()).toBe(0)
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

test('List rows on a phone have two lines, complete names and targets of 44 px', async ({ page, facet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['chart', 'dashboard', 'dataset', 'database']) {
    await page.goto(`${facet.url}/${path}/list`)
    const cells = page
      .locator('tbody tr')
      .first()
      .getByRole('cell')
      .filter({ hasText: /\bago\b|\bnow\b/ })
    await expect(cells).toHaveCount(1)
    const found = await cells.evaluate((cell) => {
      const [name, details] = [...cell.children].map((each) => each.getBoundingClientRect())
      const { left, right, top, bottom } = cell.getBoundingClientRect()
      const target = document.elementFromPoint((left + right) / 2, bottom - 4)?.closest('a, button')
      return {
        isAbove: (name?.bottom ?? 0) <= (details?.top ?? 0),
        isWhole: [...cell.querySelectorAll('*')].every(
          (each) => each.scrollWidth <= each.clientWidth + 1 || getComputedStyle(each).display === 'inline',
        ),
        height: bottom - top,
        isTarget: target !== null && cell.contains(target ?? null),
      }
    })
    expect({ path, ...found, height: found.height >= 44 }).toEqual({
      path,
      isAbove: true,
      isWhole: true,
      height: true,
      isTarget: true,
    })
    await page.getByRole('button', { name: /^Options for (Charts|Dashboards|Datasets|Databases)$/ }).click()
    await page.getByRole('button', { name: 'Bulk select' }).click()
    const remove = await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).boundingBox()
    expect((remove?.x ?? 390) + (remove?.width ?? 0)).toBeLessThanOrEqual(390)
  }
})

test('A narrow list keeps two lines for names; on a phone its head and filters take one', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const name = `Mean delay of the flights of every origin, by hour of the day and day of the week ${test.info().workerIndex}`
  const { id } = await saveChart(calls, dataset, name, { viz_type: 'table', groupby: ['origin'], metrics: ['flights'] })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${facet.url}/chart/list?search=${encodeURIComponent(name)}`)
  const link = page.getByRole('row').getByRole('link', { name })
  await expect(link).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0)
  await expect.poll(async () => (await link.boundingBox())?.height).toBeLessThanOrEqual(2 * 20)
  await expect.poll(async () => (await link.boundingBox())?.width).toBeGreaterThan(150)
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(() => wide()).toBeLessThanOrEqual(0)
  // Row actions are displayed over the end of the row.
  await page.getByRole('row', { name }).hover()
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeInViewport({ ratio: 1 })

  await page.goto(`${facet.url}/dashboard/list`)
  const search = page.getByRole('search', { name: 'Search by title or URL' })
  const views = page.getByRole('radiogroup', { name: 'View' })
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  }
  await expect.poll(async () => Math.abs((await middleOf(search)) - (await middleOf(views)))).toBeLessThan(4)

  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['chart', 'dashboard', 'dataset']) {
    await page.goto(`${facet.url}/${path}/list`)
    const filters = page.getByRole('combobox', { name: /^(Owner|Created by|Favorite|Certified)/ })
    await expect(filters.first()).toBeVisible()
    await expect
      .poll(async () => (await page.getByRole('banner').or(page.locator('main header')).first().boundingBox())?.height)
      .toBeLessThan(60)
    const tops = await filters.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    await expect.poll(() => wide()).toBeLessThanOrEqual(0)
    await filters.last().click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await calls.remove(`/api/v1/chart/${id}`)
})

test('The last visible row of a table in a card is not cut, and a slide ends above the bar', async ({
  page,
  facet,
}) => {
  await page.goto(`${facet.url}/dashboard/pizza`)
  await expectDrawn(page, 4)
  const card = chart(page, 'Products')
  const rests = await card.getByRole('grid').evaluate((grid) => {
    const [head, body, foot] = [...grid.children].map((each) => each.getBoundingClientRect().height)
    return { rest: (grid.clientHeight - (head ?? 0) - (foot ?? 0)) % 24, isMore: (body ?? 0) > grid.clientHeight }
  })
  expect(rests).toEqual({ rest: 0, isMore: true })
  await expect(card.getByText(/^\d+ of 36 rows in view · exact · /)).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Present' }).click()
  const bar = page.getByRole('region', { name: 'Presentation' })
  await expect(bar).toBeVisible()
  const slide = await page.locator('article:has([data-full-chart])').boundingBox()
  expect((slide?.y ?? 0) + (slide?.height ?? 0)).toBe((await bar.boundingBox())?.y)
})

/** Example dashboards by slug, and their number of charts. */
const boards = { gapminder: 10, weather: 12, routes: 12 }

test('Every chart of the countries, weather and routes dashboards is drawn without an error', async ({
  page,
  facet,
}) => {
  // Tall enough for all of them to be visible.
  await page.setViewportSize({ width: 1440, height: 2600 })
  for (const [slug, charts] of Object.entries(boards))
    await test.step(slug, async () => {
      await page.goto(`${facet.url}/dashboard/${slug}`)
      await expectDrawn(page, charts)
      await expect(page.getByRole('article')).toHaveCount(charts)
    })
  await test.step('another year shows other data', async () => {
    await page.goto(`${facet.url}/dashboard/gapminder`)
    const bubbles = chart(page, 'Fewer children, longer lives').getByRole('application')
    await expect(bubbles).toHaveAccessibleName(/for 62 bubbles\. Largest: China/)
    const filter = page.getByRole('complementary', { name: 'Filters' })
    await filter.getByRole('option', { name: /^1955/ }).click()
    await filter.getByRole('button', { name: 'Apply filters' }).click()
    // 603 million in China, according to the file.
    await expect(bubbles).toHaveAccessibleName(/Largest: China, .*603M/)
  })
})

/** Returns controls of bars and headers that are outside the window or covered. */
function astray(page: Page): Promise<string[]> {
  return page.locator('header, nav, [role=tablist], [role=toolbar]').evaluateAll((bars) =>
    bars.flatMap((bar) =>
      [...bar.querySelectorAll<HTMLElement>('a, button, input')].flatMap((control) => {
        const box = control.getBoundingClientRect()
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        if (box.width < 2 || !control.checkVisibility({ visibilityProperty: true }) || y < 0 || y > innerHeight)
          return []
        // Content below the bottom bar can be reached by scrolling.
        const isBar = bar.matches('nav') || bar.getBoundingClientRect().top < innerHeight / 2
        let scroller: Element | null = control.parentElement
        while (scroller && scroller.scrollWidth <= scroller.clientWidth + 1) scroller = scroller.parentElement
        const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName
        if (
          scroller &&
          scroller !== document.documentElement &&
          /auto|scroll/.test(getComputedStyle(scroller).overflowX)
        )
          return []
        if (box.left < -1 || box.right > innerWidth + 1) return [`${name} is cut`]
        const top = document.elementFromPoint(x, y)
        const isFree = top !== null && (control.contains(top) || top.contains(control))
        return isBar && !isFree ? [`${name} is under something else`] : []
      }),
    ),
  )
}

test('No text is cut or covered at 200 %', async ({ page, facet }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const calls = await callsOf(page, facet)
  const named = '/api/v1/chart/?q=(filters:!((col:slice_name,opr:ct,value:%27Strikes%20by%20month%27)))'
  const chartId = (await calls.get<{ result: { id: number }[] }>(named)).result[0]?.id
  const drawn = () => expectDrawn(page, 1)
  const isVisible = (target: Locator) => () => expect(target).toBeVisible()
  const pages: readonly (readonly [string, () => Promise<void>])[] = [
    ['/', isVisible(page.getByRole('heading', { level: 1 }))],
    ['/dashboard/list', isVisible(page.getByRole('row').nth(1))],
    ['/chart/list', isVisible(page.getByRole('row').nth(1))],
    ['/dataset/list', isVisible(page.getByRole('row').nth(1))],
    ['/dashboard/pizza', drawn],
    ['/dashboard/pizza?edit=true', isVisible(page.getByRole('textbox', { name: 'Title of the dashboard' }))],
    [`/explore/?slice_id=${chartId}`, drawn],
  ]
  for (const [path, isThere] of pages)
    await test.step(path, async () => {
      await page.goto(`${facet.url}${path}`)
      await isThere()
      await expect.poll(() => astray(page)).toEqual([])
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0)
    })
})

test('Example dashboards show complete titles on a phone, and key figures of a row align', async ({ page, facet }) => {
  for (const [slug, title] of [
    ['flights', 'Three million flights'],
    ['pizza', 'Pizza Paradise'],
    ['bird-strikes', 'Bird strikes'],
    ['earthquakes', 'A week of earthquakes'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${facet.url}/dashboard/${slug}`)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    const cut = await heading.evaluate(
      (own) => own.scrollWidth > own.clientWidth + 1 || own.scrollHeight > own.clientHeight + 1,
    )
    expect(cut, title).toBe(false)
    // The mark of a certified dashboard is next to its title, also if the title takes two lines.
    const mark = page.getByRole('img', { name: /^Certified by / }).first()
    const distance = async () => {
      const [box, text] = [await mark.boundingBox(), await heading.boundingBox()]
      return box && text ? text.x - box.x - box.width : Number.NaN
    }
    await expect.poll(distance, title).toBeGreaterThanOrEqual(0)
    await expect.poll(distance, title).toBeLessThan(16)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectDrawn(page, 3)
    // The first row of the page contains big numbers, some with a text below: their figures must be aligned.
    const tops = await page
      .locator('[data-viz^=big_number] [role=group] > p:first-child')
      .evaluateAll((numbers) => numbers.map((each) => each.getBoundingClientRect().top))
    expect(tops.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...tops) - Math.min(...tops), title).toBeLessThanOrEqual(1.5)
  }
})

test('A text tile made for a wide page grows on a narrow one', async ({ page, facet }) => {
  const words = 'Delay grows through the day, and a late aircraft is late again on its next leg. '
  await textsOf(page, facet, [{ code: words.repeat(6), height: 16 }])
  const text = page.locator('[data-node="MARKDOWN-0"]')
  await expect(text).toContainText('Delay grows')
  const isWhole = () => text.evaluate((own) => own.scrollHeight <= own.clientHeight)
  // Eight pixels per row: about four lines of a wide page, or nine on a phone.
  await expect.poll(() => text.evaluate((own) => own.clientHeight)).toBe(128)
  await expect.poll(() => isWhole()).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(isWhole).toBe(true)
  await expect.poll(() => text.evaluate((own) => own.clientHeight)).toBeGreaterThan(150)
})

test('The tools of a tile cover no text', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/flights?edit=true`)
  await expectDrawn(page, 4)
  const tiles = page.getByRole('group', { name: /^(chart|row),/ })
  for (const tile of (await tiles.all()).slice(0, 8)) {
    await tile.focus()
    const tools = tile.getByRole('toolbar').first()
    await expect(tools).toBeVisible()
    const under = await tools.evaluate((bar) => {
      const own = bar.getBoundingClientRect()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const isSeen = node.parentElement?.checkVisibility({ visibilityProperty: true })
        if (!isSeen || bar.contains(node) || node.parentElement?.closest('[inert]')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const { left, right, top, bottom, width } of range.getClientRects())
          if (width > 2 && left < own.right && right > own.left && top + 2 < own.bottom && bottom - 2 > own.top)
            found.push(node.textContent ?? '')
      }
      return found
    })
    expect(under).toEqual([])
  }
})
