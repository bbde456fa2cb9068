import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { allFlights, openDashboardWith, columnFilter } from './dashboards.ts'
import { callsOf, datasetNamed } from './calls.ts'
import { chart, expectDrawn } from './charts.ts'
import { expect, expectAccessible, test } from './facet.ts'

const menuOf = (page: Page, tile: string) => page.getByRole('button', { name: `Options for ${tile}`, exact: true })
const item = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: typeof name === 'string' })

/** Saves a file by a menu; returns its name and its bytes. */
async function saved(page: Page, tile: string, name: string | RegExp) {
  await menuOf(page, tile).click()
  await item(page, 'Download').click()
  const download = page.waitForEvent('download')
  await item(page, name).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

/**
 * Returns the mean difference of two images over all channels, from 0 to 255, after scaling both to the size of the
 * first.
 */
function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async ([a, b]) => {
      const load = async (data: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        return image
      }
      const images = [await load(a as string), await load(b as string)]
      const [width, height] = [images[0]?.naturalWidth ?? 1, images[0]?.naturalHeight ?? 1]
      const pixels = images.map((image) => {
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width, height })
        const pen = canvas.getContext('2d') as CanvasRenderingContext2D
        pen.drawImage(image, 0, 0, width, height)
        return pen.getImageData(0, 0, width, height).data
      })
      const [left, right] = pixels as [Uint8ClampedArray, Uint8ClampedArray]
      return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length
    },
    [one.toString('base64'), other.toString('base64')],
  )
}

/** Pixels of a block whose mean is compared: larger than lines and letters, smaller than any part of a chart. */
const BLOCK = 16
/** Maximum difference of two means: half of the change by one full letter in a block (a tenth of 255). */
const MIN_DISTANCE = 13

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the share of a tile's blocks whose mean, over all channels from 0 to 255, differs from the same place in an
 * image of double size. The mean ignores antialiasing, but differs if something else is drawn.
 */
function otherBlocks(page: Page, tile: Buffer, picture: Buffer, area: Area, separation: number): Promise<number> {
  return page.evaluate(
    async ({ pictures, at, block, limit }) => {
      const load = async (data: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        return image
      }
      const [one, whole] = [await load(pictures[0] as string), await load(pictures[1] as string)]
      const means = (image: HTMLImageElement, cut: readonly [number, number, number, number]) => {
        const canvas = document.createElement('canvas')
        const [columns, rows] = [Math.floor(at.width / block), Math.floor(at.height / block)]
        Object.assign(canvas, { width: columns * block, height: rows * block })
        const pen = canvas.getContext('2d') as CanvasRenderingContext2D
        pen.drawImage(image, ...cut, 0, 0, canvas.width, canvas.height)
        return Array.from({ length: columns * rows }, (_, index) => {
          const [x, y] = [(index % columns) * block, Math.floor(index / columns) * block]
          const { data } = pen.getImageData(x, y, block, block)
          return data.reduce((sum, value) => sum + value, 0) / data.length
        })
      }
      const [width, height] = [Math.floor(at.width / block) * block, Math.floor(at.height / block) * block]
      const shown = means(one, [0, 0, width, height])
      const stored = means(whole, [2 * at.x, 2 * at.y, 2 * width, 2 * height])
      return shown.filter((mean, index) => Math.abs(mean - (stored[index] ?? 0)) > limit).length / shown.length
    },
    { pictures: [tile.toString('base64'), picture.toString('base64')], at: area, block: BLOCK, limit: separation },
  )
}

const bars = {
  viz_type: 'echarts_timeseries_bar',
  x_axis: 'destination',
  metrics: ['flights'],
  groupby: [],
  row_limit: 5,
}
const tableForm = { viz_type: 'table', query_mode: 'aggregate', groupby: ['destination'], metrics: ['flights'] }

test('Exports of a tile match what it shows, cell by cell and as an image', async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const dataset = await datasetNamed(calls, 'flights')
  const from = columnFilter(dataset, 'From', 'origin')
  const ord = { ...from, defaultDataMask: { filterState: { value: ['ORD'] }, extraFormData: {} } }
  const cut = { ...tableForm, row_limit: 10 }
  await openDashboardWith(
    page,
    facet,
    [
      { name: 'Cut', form: cut, height: 52 },
      { name: 'Bars', form: bars, height: 52 },
      { ...allFlights, name: 'Number' },
    ],
    [ord],
    3,
  )
  const cells = await chart(page, 'Cut')
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)),
    )
  await test.step('the rows of the chart as CSV', async () => {
    const { bytes } = await saved(page, 'Cut', /^\.CSV/)
    const rows = bytes.toString('utf8').trim().split(/\r?\n/).slice(1)
    expect(rows).toHaveLength(10)
    const plain = rows.map((row) => row.split(','))
    for (const [at, shown] of cells.entries()) expect(shown.map((cell) => cell?.replaceAll(',', ''))).toEqual(plain[at])
    await expect(
      page.getByText('Saved Cut.csv: the first 10 rows, which is the limit; there may be more'),
    ).toBeVisible()
  })
  await test.step('all rows of a truncated chart as CSV', async () => {
    const { bytes } = await saved(page, 'Cut', /^Full \.CSV/)
    const rows = bytes.toString('utf8').trim().split(/\r?\n/).slice(1)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.slice(0, 10).map((row) => row.split(',')[0])).toEqual(cells.slice(0, 10).map(([name]) => name))
    await expect(page.getByText(`Saved Cut.csv: all rows, ${rows.length}`)).toBeVisible()
  })
  await test.step('an image of the tile at twice its size', async () => {
    const tile = chart(page, 'Bars')
    const { name, bytes } = await saved(page, 'Bars', 'Image (PNG)')
    const box = await tile.boundingBox()
    expect(name).toBe('Bars.png')
    const size = sizeOf(bytes)
    expect(Math.abs(size.width - 2 * (box?.width ?? 0))).toBeLessThanOrEqual(2)
    expect(Math.abs(size.height - 2 * (box?.height ?? 0))).toBeLessThanOrEqual(2)
    await page.mouse.move(0, 0)
    await expect.poll(async () => difference(page, await tile.screenshot(), bytes)).toBeLessThan(6)
  })
  await test.step('an image of the dashboard in which each tile looks as on the page', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await item(page, 'Download').click()
    await item(page, 'Image (PNG)').click()
    const saving = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Save the picture' }).click()
    const picture = await readFile(await (await saving).path())
    await page.mouse.move(0, 0)
    const grid = await page.locator('[data-grid]').boundingBox()
    if (!grid) throw new Error('no grid')
    // In an exported sheet, the tiles are at the bottom, with a margin of 16 around them.
    const { width, height } = sizeOf(picture)
    expect(width / 2).toBeCloseTo(grid.width + 32, 0)
    const [left, top] = [16, height / 2 - 16 - grid.height]
    const tiles = await Promise.all(
      ['Cut', 'Bars', 'Number'].map(async (name) => {
        const box = await chart(page, name).boundingBox()
        if (!box) throw new Error(`no ${name}`)
        const area = { ...box, x: left + box.x - grid.x, y: top + box.y - grid.y }
        return { name, area, shot: await chart(page, name).screenshot() }
      }),
    )
    for (const one of tiles)
      for (const other of tiles) {
        const share = await otherBlocks(page, one.shot, picture, other.area, MIN_DISTANCE)
        const said = `${one.name} in the place of ${other.name}: ${share}`
        // The footer of a tile shows when its data was read, and its toolbar is not exported.
        if (one === other) expect(share, said).toBeLessThan(0.04)
        else expect(share, said).toBeGreaterThan(0.1)
      }
  })
  await test.step('an SVG with shapes; a chart without shapes shows a message', async () => {
    const { bytes } = await saved(page, 'Bars', 'Image (SVG)')
    // The content security policy of the product's pages would block the styles.
    const blank = await page.context().newPage()
    const found = await blank.evaluate((text) => {
      const svg = new DOMParser().parseFromString(text, 'image/svg+xml')
      return {
        isBroken: svg.querySelector('parsererror') !== null,
        paths: svg.querySelectorAll('path').length,
        texts: [...svg.querySelectorAll('text')].map((each) => each.textContent),
      }
    }, bytes.toString('utf8'))
    await blank.close()
    expect(found.isBroken).toBe(false)
    expect(found.paths).toBeGreaterThan(5)
    expect(found.texts).toContain('DFW')
    await menuOf(page, 'Cut').click()
    await item(page, 'Download').click()
    await expect(page.getByText('This kind of chart is not drawn by lines and shapes.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })
})

test('Prints a dashboard: the selected tabs, in the light theme, with tables broken between rows', async ({
  page,
  facet,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 4)
  await page.keyboard.press('Control+p')
  const dialog = page.getByRole('dialog', { name: 'Save the dashboard as a picture or PDF' })
  await expect(dialog.getByRole('radio', { name: /PDF or paper/ })).toBeChecked()
  await expectAccessible(page)
  for (const name of ['Airports', 'Routes']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1, { timeout: 60_000 })
  const sheet = page.locator('[data-sheet=dashboard]')
  await test.step('draws every chart of the tabs, including those never opened', async () => {
    const failed = await sheet
      .locator('[data-status]')
      .evaluateAll((frames) =>
        frames
          .map((frame) => frame.getAttribute('data-status'))
          .filter((status) => !/^(success|rendered)$/.test(status ?? '')),
      )
    expect(failed).toEqual([])
    const titles = await sheet
      .getByRole('article', { includeHidden: true })
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')))
    const shown = await page
      .locator('main')
      .getByRole('article', { includeHidden: true })
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')))
    expect(titles).toEqual(expect.arrayContaining(shown))
    expect(titles.length).toBeGreaterThan(shown.length)
    await expect(sheet.getByText('rows 1 to 50 of 229', { exact: false })).toHaveCount(1)
    await expect(sheet.getByText('All rows, no filter')).toHaveCount(1)
    await expect(sheet.getByRole('heading', { name: 'Data quality', includeHidden: true })).toHaveCount(0)
  })
  await test.step('prints in the light theme, without the page around it', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const look = await page.evaluate(() => ({
      background: getComputedStyle(document.querySelector('[data-sheet=dashboard] > div') as Element).backgroundColor,
      frame: getComputedStyle(document.getElementById('root') as Element).display,
    }))
    expect(look).toEqual({ background: 'rgb(255, 255, 255)', frame: 'none' })
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    expect((pdf.match(/\/Type \/Page\b(?!s)/g) ?? []).length).toBeGreaterThan(2)
  })
})

test('Keyboard shortcuts, palette and standalone pages', async ({ page, facet }) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 4)
  await test.step('Ctrl-K opens another dashboard', async () => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search or run a command' })
    await dialog.getByRole('combobox').fill('piza')
    await expect(dialog.getByRole('option', { name: 'Pizza Paradise' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Pizza Paradise' })).toBeVisible()
    await expectDrawn(page, 4)
  })
  await test.step('? shows the shortcuts, E starts editing', async () => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByRole('cell', { name: 'Edit dashboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('e')
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  })
  await test.step('standalone hides the elements around a dashboard', async () => {
    const seen = async () => ({
      navigation: await page.getByRole('navigation', { name: 'Main' }).count(),
      title: await page.getByRole('heading', { level: 1 }).count(),
      tabs: await page.getByRole('tab', { name: 'Airports' }).count(),
    })
    const expected = [
      { navigation: 1, title: 1, tabs: 1 },
      { navigation: 0, title: 1, tabs: 1 },
      { navigation: 0, title: 0, tabs: 1 },
      { navigation: 0, title: 0, tabs: 0 },
    ]
    for (const [mode, parts] of expected.entries()) {
      await page.goto(`${facet.url}/dashboard/flights?standalone=${mode}`)
      await expectDrawn(page, 4)
      expect({ mode, ...(await seen()) }).toEqual({ mode, ...parts })
    }
  })
})

test('Edits a chart under the dashboard filters, and returns to the dashboard in its state', async ({
  page,
  facet,
}) => {
  await page.goto(`${facet.url}/dashboard/flights`)
  await expectDrawn(page, 4)
  await page
    .getByRole('listbox', { name: 'Time of day' })
    .getByRole('option', { name: /^Morning/ })
    .click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('button', { name: 'Remove the filter Time of day' })).toBeVisible()
  await expectDrawn(page, 4)
  await test.step('I-10: opens the chart in explore with the filters', async () => {
    await menuOf(page, 'When people fly').click()
    await item(page, 'Edit chart').click()
    await page.waitForURL(/explore/)
    await expect(page.getByRole('button', { name: "time_of_day IN ('Morning')", exact: true })).toBeVisible()
  })
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove the filter Time of day' })).toBeVisible()
  await expectDrawn(page, 4)
})

test('Compares time series and big numbers with the previous period in one click', async ({ page, facet }) => {
  await openDashboardWith(page, facet, [
    {
      ...allFlights,
      name: 'Number',
      form: { ...allFlights.form, granularity_sqla: 'date', time_range: '2001-04-01 : 2001-07-01' },
    },
    {
      name: 'Line',
      form: {
        viz_type: 'echarts_timeseries_line',
        granularity_sqla: 'date',
        time_grain_sqla: 'P1W',
        time_range: '2001-04-01 : 2001-07-01',
        metrics: ['flights'],
        groupby: [],
      },
      height: 30,
    },
  ])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await item(page, 'Compare with').click()
  await item(page, 'The previous period').click()
  await expect(chart(page, 'Number').getByText(/^[↑↓] [+−].+before [\d,.]+/)).toBeVisible()
  await expectDrawn(page, 2)
  await page.reload()
  await expect(chart(page, 'Number').getByText(/before [\d,.]+/)).toBeVisible()
  await page.getByRole('button', { name: 'End the comparison' }).click()
  await expect(chart(page, 'Number').getByText(/before [\d,.]+/)).toHaveCount(0)
})
