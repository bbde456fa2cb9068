import type { Locator, Page } from '@playwright/test'
import { expectDrawn } from './charts.ts'
import { expect, type Facet, test } from './facet.ts'

/** The color of a label in one chart: the swatch next to its name, as CSS. */
interface Said {
  readonly chart: string
  readonly label: string
  readonly color: string
}

/** Positions on a chart as shares of its size: along its middle, and on a ring. */
const ALONG = Array.from({ length: 9 }, (_, at) => [(at + 1) / 10, 0.5] as const)
const AROUND = Array.from({ length: 12 }, (_, at) => (at * Math.PI) / 6)

/**
 * Returns the tooltip contents of a chart at the pointer positions. The pointer is simulated by events, all positions
 * in one call; real pointers are tested in marks.e2e.ts.
 */
async function saidBy(card: Locator): Promise<Said[]> {
  const chart = (await card.getAttribute('aria-label')) ?? (await card.getByRole('heading').first().textContent()) ?? ''
  const canvas = card.locator('canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) return []
  const ring = 0.24 * Math.min(box.width, box.height)
  const positions = [
    ...ALONG.map(([x, y]) => [x * box.width, y * box.height] as const),
    ...AROUND.map((turn) => [box.width / 2 + ring * Math.sin(turn), box.height / 2 - ring * Math.cos(turn)] as const),
  ]
  const rows = await canvas.evaluate((element, all) => {
    const own = element.closest('article')
    const at = element.getBoundingClientRect()
    const point = (type: string, x = 0, y = 0) =>
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: at.left + x, clientY: at.top + y }))
    const found = all.flatMap(([x, y]) => {
      point('mousemove', x, y)
      return [...(own?.querySelectorAll('td > span[style*=background] + bdi') ?? [])].flatMap((name) => {
        const tip = name.closest<HTMLElement>('div[style*="z-index"]')
        if (tip?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === false) return []
        const swatch = name.previousElementSibling as HTMLElement
        return [{ label: name.textContent ?? '', color: swatch.style.background }]
      })
    })
    point('mouseout')
    return found
  }, positions)
  const said = rows.map(({ label, color }) => [`${label} ${color}`, { chart, label, color }] as const)
  return [...new Map(said).values()]
}

/** Returns how many pixels of a chart have this color, without blended edges. */
function pixelsOf(card: Locator, color: string): Promise<number> {
  return card
    .locator('canvas')
    .first()
    .evaluate((element, text) => {
      const canvas = element as HTMLCanvasElement
      const wanted = (/\d+, \d+, \d+/.exec(text)?.[0] ?? '').split(', ').map(Number)
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let count = 0
      for (let at = 0; at < data.length; at += 4)
        if ([0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? -99)) <= 8)) count += 1
      return count
    }, color)
}

const cards = (page: Page) => page.getByRole('article').filter({ has: page.locator('canvas') })

/** Returns the label colors of all charts in the visible tab. */
async function saidByAll(page: Page, { shared, amounts = [] }: Board): Promise<Said[]> {
  const said: Said[] = []
  for (const card of await cards(page).all()) {
    if (amounts.includes((await card.getAttribute('aria-label')) ?? '')) continue
    const own = await saidBy(card)
    // Marks of other labels may be thinner than a pixel.
    for (const { label, chart, color } of own.filter((each) => shared.includes(each.label)))
      expect([chart, label, (await pixelsOf(card, color)) > 0]).toEqual([chart, label, true])
    said.push(...own)
  }
  return said
}

/** Returns the labels with two colors, and the charts for each. */
function torn(said: readonly Said[]): string[] {
  const first = new Map<string, Said>()
  return said.flatMap((each) => {
    const known = first.get(each.label) ?? each
    first.set(each.label, known)
    return known.color === each.color
      ? []
      : [`${each.label}: ${known.color} in ${known.chart}, ${each.color} in ${each.chart}`]
  })
}

type Filter =
  | readonly ['value', name: string]
  | readonly ['least', name: string, value: string]
  | readonly ['time', name: string, from: string, to: string]

interface Board {
  readonly slug: string
  readonly drawn: number
  readonly tabs: readonly string[]
  readonly filters: readonly Filter[]
  /** Values that several charts show. */
  readonly shared: readonly string[]
  /** Charts whose cells are colored by amount, not by label. */
  readonly amounts?: readonly string[]
}

const boards: readonly Board[] = [
  {
    slug: 'flights',
    drawn: 9,
    tabs: ['Overview', 'Airports', 'Routes', 'Data quality'],
    filters: [
      ['value', 'Origin'],
      ['value', 'Time of day'],
      ['least', 'Distance', '2000'],
      ['time', 'Flight date', '2001-04-01', '2001-05-01'],
    ],
    shared: ['Morning', 'Midday', 'Afternoon'],
    amounts: ['Mean delay by day', 'Delay through the day'],
  },
  {
    slug: 'bird-strikes',
    drawn: 7,
    tabs: [],
    filters: [
      ['value', 'Phase of flight'],
      ['value', 'Wildlife size'],
      ['least', 'Speed', '150'],
      ['time', 'Flight date', '1995-01-01', '1998-01-01'],
    ],
    shared: ['Climb', 'Approach'],
  },
  {
    slug: 'pizza',
    drawn: 7,
    tabs: [],
    filters: [
      ['value', 'Category'],
      ['value', 'Product'],
      ['least', 'Price', '15'],
      ['time', 'Order date', '2020-03-01', '2020-06-01'],
    ],
    shared: ['Classic'],
  },
  {
    slug: 'earthquakes',
    drawn: 5,
    tabs: [],
    filters: [['least', 'Magnitude', '2']],
    shared: [],
  },
]

async function choose(page: Page, [kind, name, ...values]: Filter): Promise<void> {
  if (kind === 'value') {
    await page.getByRole('listbox', { name, exact: true }).getByRole('option').nth(1).click()
  } else if (kind === 'least') {
    await page.getByRole('spinbutton', { name: `Minimum ${name}` }).fill(values[0] ?? '')
    await page.keyboard.press('Tab')
  } else {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /range type/i }).click()
    await page.getByRole('option', { name: 'Advanced' }).click()
    await dialog.getByRole('textbox', { name: /start/i }).fill(values[0] ?? '')
    await dialog.getByRole('textbox', { name: /end/i }).fill(values[1] ?? '')
    await dialog.getByRole('button', { name: 'APPLY' }).click()
  }
  await applied(page, page.getByRole('button', { name: 'Apply filters' }))
}

/** Presses the button that changes the filters, and waits for the charts. */
async function applied(page: Page, button: Locator): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/chart/data/batch'))
  await button.click()
  await answered
  await expectDrawn(page, 1)
}

async function open(page: Page, facet: Facet, { slug, drawn }: Board): Promise<void> {
  await page.goto(`${facet.url}/dashboard/${slug}`)
  await expectDrawn(page, drawn)
}

for (const board of boards)
  test(`the dashboard ${board.slug} gives each value one colour on all charts, before and after each filter`, async ({
    page,
    facet,
  }) => {
    test.setTimeout(300_000)
    // Tooltips appear without a transition.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // Makes all charts visible at once: others are not drawn.
    await page.setViewportSize({ width: 1440, height: 2400 })
    await open(page, facet, board)
    const said: Said[] = []
    for (const tab of board.tabs.length > 0 ? board.tabs : [null]) {
      if (tab !== null) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await expectDrawn(page, 1)
      }
      said.push(...(await saidByAll(page, board)))
    }
    await test.step('I-37: a label has one color on all charts that show it', async () => {
      expect(torn(said)).toEqual([])
      for (const label of board.shared)
        expect(new Set(said.filter((each) => each.label === label).map(({ chart }) => chart)).size).toBeGreaterThan(1)
    })
    if (board.tabs[0]) await page.getByRole('tab', { name: board.tabs[0], exact: true }).click()
    for (const filter of board.filters) {
      await test.step(`the filter ${filter[1]}`, async () => {
        await choose(page, filter)
        said.push(...(await saidByAll(page, board)))
        expect(torn(said)).toEqual([])
        await page.getByRole('button', { name: 'Clear all' }).click()
        await applied(page, page.getByRole('button', { name: 'Apply filters' }))
      })
    }
  })
