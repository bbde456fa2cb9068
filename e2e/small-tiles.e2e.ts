import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { formOf } from '../scripts/pictures/draw.mjs'
import { listPictures } from '../scripts/pictures/list.mjs'
import { type Calls, callsOf } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, test } from './facet.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const WIDTH = 240
const HEIGHT = 120
/** Two of twelve columns, six tiles in a row; rows of eight pixels. */
const COLUMNS = 2
const ROWS = HEIGHT / 8
const IN_A_ROW = 12 / COLUMNS

/** Chart types whose content may be larger than their tile. */
const SCROLLING = new Set(['cal_heatmap', 'handlebars', 'horizon', 'pivot_table_v2', 'table', 'time_table'])

/** Returns a layout with rows of six charts. */
function layoutOf(ids: readonly number[]): object {
  const rows = Array.from({ length: Math.ceil(ids.length / IN_A_ROW) }, (_, at) =>
    ids.slice(IN_A_ROW * at, IN_A_ROW * (at + 1)),
  )
  const parents = ['ROOT_ID', 'GRID_ID']
  const nodes = rows.flatMap((row, at) => [
    { type: 'ROW', id: `ROW-${at}`, children: row.map((id) => `CHART-${id}`), parents, meta: {} },
    ...row.map((id) => ({
      type: 'CHART',
      id: `CHART-${id}`,
      children: [],
      parents: [...parents, `ROW-${at}`],
      meta: { chartId: id, width: COLUMNS, height: ROWS },
    })),
  ])
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, at) => `ROW-${at}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(nodes.map((node) => [node.id, node])),
  }
}

/** Creates a dashboard with the example of every chart type; returns its id and the types. */
async function openEveryType(page: Page, url: string, calls: Calls) {
  const pictures = listPictures(root).filter(({ file }) => file === 'example')
  const ids: number[] = []
  for (const picture of pictures) {
    const form = await formOf(page, url, picture)
    const { id } = await calls.post('/api/v1/chart/', {
      slice_name: picture.kind,
      viz_type: picture.kind,
      datasource_id: Number.parseInt(form.datasource, 10),
      datasource_type: 'table',
      params: JSON.stringify(form),
    })
    ids.push(id)
  }
  const { id } = await calls.post('/api/v1/dashboard/', {
    dashboard_title: 'Small tiles',
    json_metadata: JSON.stringify({ positions: layoutOf(ids) }),
  })
  return { id, kinds: pictures.map(({ kind }) => kind) }
}

/** Runs in the page: returns what is wrong in a tile. */
function faultsOf(tile: Element): string[] {
  const faults: string[] = []
  const label = (element: Element) => `${element.localName} "${element.textContent.trim().slice(0, 30)}"`
  const isTitled = (element: Element) => element.closest('[title], [aria-label]') !== null
  const ownText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const isScrolledAway = (element: Element, x: number, y: number): boolean => {
    for (let each = element.parentElement; each && tile.contains(each); each = each.parentElement) {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      const scrolls = /auto|scroll/.test(`${getComputedStyle(each).overflowX} ${getComputedStyle(each).overflowY}`)
      if (scrolls && (x < left || x > right || y < top || y > bottom)) return true
    }
    return false
  }
  for (const element of tile.querySelectorAll<HTMLElement>('*')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2 || element.closest('svg, [aria-hidden=true]')) continue
    const isClipping = style.overflowX !== 'visible'
    if (ownText(element) && isClipping && element.scrollWidth > element.clientWidth + 1)
      if (style.textOverflow !== 'ellipsis' && !isTitled(element) && style.overflowX === 'hidden')
        faults.push(`cut text: ${label(element)}`)
    for (const [overflow, size, shown] of [
      [style.overflowX, element.scrollWidth, element.clientWidth],
      [style.overflowY, element.scrollHeight, element.clientHeight],
    ] as const)
      if (/auto|scroll/.test(overflow) && size > shown)
        faults.push(`scroll bar: ${element.className} ${size} over ${shown}`)
    if (element.matches('button, a[href], input, select')) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const at = isScrolledAway(element, x, y) ? null : document.elementFromPoint(x, y)
      if (at && at !== element && !element.contains(at) && !at.contains(element))
        faults.push(`covered: ${element.getAttribute('aria-label') ?? label(element)} by ${label(at)}`)
    }
  }
  return faults
}

async function checkTile(tile: Locator, kind: string): Promise<string[]> {
  await tile.scrollIntoViewIfNeeded()
  const box = await tile.boundingBox()
  const size = box && [Math.round(box.width), Math.round(box.height)]
  const faults = await tile.evaluate(faultsOf)
  const isRight = size?.[0] === WIDTH && size[1] === HEIGHT
  return [
    ...(isRight ? [] : [`${kind}: ${size?.join(' x ')} px`]),
    ...faults
      .filter((fault) => !(SCROLLING.has(kind) && fault.startsWith('scroll bar')))
      .map((fault) => `${kind}: ${fault}`),
  ]
}

test('Every chart type fits a tile of 240 x 120 px: no text is cut without a sign, no control is covered', async ({
  page,
  facet,
}) => {
  test.setTimeout(300_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const { id, kinds } = await openEveryType(page, facet.url, await callsOf(page, facet))
  await page.setViewportSize({ width: 1568, height: 900 })
  await page.goto(`${facet.url}/dashboard/${id}/`)
  const first = chart(page, kinds[0] ?? '')
  await expect(first).toBeVisible()
  const width = (await first.boundingBox())?.width ?? WIDTH
  const rows = Math.ceil(kinds.length / IN_A_ROW)
  await page.setViewportSize({
    width: Math.round(1568 + (WIDTH - width) * IN_A_ROW),
    height: 200 + rows * (HEIGHT + 16),
  })
  await expectDrawn(page, kinds.length)
  const faults: string[] = []
  for (const kind of kinds) faults.push(...(await checkTile(chart(page, kind), kind)))
  await page.screenshot({ path: test.info().outputPath('tiles.png') })
  expect([...errors, ...faults]).toEqual([])
})
