import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { cellsOf, distance } from './cells.ts'
import { drawPicture, shootAtRest, SIZE } from '../scripts/pictures/draw.mjs'
import { listPictures, type Picture } from '../scripts/pictures/list.mjs'
import { expect, expectAccessible, expectAccessibleInBoth, test } from './facet.ts'
import { goWithin, newChart, panel } from './panel.ts'

const charts = fileURLToPath(new URL('../charts', import.meta.url))
/** Each kind is a folder with controls. */
const kinds = readdirSync(charts).filter((name) => existsSync(`${charts}/${name}/controls.ts`))
const KINDS = kinds.length

/** How far a picture may be from the one that is kept: letters set otherwise are nearer, other charts farther. */
const NEAR = 6

test('the gallery: its shelves, search, details and how a kind of chart is taken', async ({ page, facet }) => {
  await newChart(page, facet, 'flights', 'table')
  await test.step('E-GALLERY-09: six kinds are at hand, in this order', async () => {
    const tiles = panel(page).getByRole('group', { name: 'Visualization type' }).getByRole('button')
    const names = await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    expect(names).toEqual(['Line Chart', 'Table', 'Big Number', 'Pie Chart', 'Bar Chart', 'Area Chart'])
  })
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
  await test.step('E-GALLERY-10: View all charts opens it in a modal', async () => {
    await panel(page).getByRole('button', { name: 'View all charts' }).click()
    await expect(gallery).toBeVisible()
  })
  const shelf = (name: string) => gallery.getByRole('navigation').getByRole('button', { name, exact: true })
  const tiles = gallery.getByRole('group', { name: 'Chart types' }).getByRole('button')
  const details = gallery.getByRole('region', { name: 'Details' })
  await test.step('E-GALLERY-01: the sidebar has All charts', () =>
    expect(shelf('All charts')).toHaveAttribute('aria-pressed', 'true'))
  await test.step('E-GALLERY-02: it lists the recommended tags', async () => {
    const tags = gallery.getByRole('group', { name: 'Recommended tags' }).getByRole('button')
    expect(await tags.evaluateAll((all) => all.map((each) => each.firstChild?.textContent))).toEqual([
      'Popular',
      'ECharts',
      'Advanced-Analytics',
    ])
  })
  await test.step('E-GALLERY-03: it has a Category and a Tags section', async () => {
    await expect(gallery.getByRole('group', { name: 'Category' }).getByRole('button').first()).toBeVisible()
    await expect(gallery.getByRole('group', { name: 'Tags', exact: true }).getByRole('button').first()).toBeAttached()
  })
  await test.step('K-GALLERY-03: it is 1090 wide', async () => expect((await gallery.boundingBox())?.width).toBe(1090))
  await test.step('E-GALLERY-05: the kinds are a grid of thumbnails', async () => {
    await expect(tiles).toHaveCount(KINDS)
    const places = await tiles.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(places.slice(0, 3)).size).toBe(1)
    expect(new Set(places).size).toBe(Math.ceil(KINDS / 3))
    await expect(tiles.getByRole('presentation').or(tiles.locator('img'))).toHaveCount(KINDS)
  })
  await test.step('K-GALLERY-05: a thumbnail of 800 by 450 is shown 300 px wide', async () => {
    const picture = details.locator('img').first()
    expect((await picture.boundingBox())?.width).toBe(300)
    const size = await picture.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)
    expect(size).toBeCloseTo(800 / 450, 2)
    await expect(details.getByRole('group', { name: 'Examples' }).getByRole('img')).toHaveCount(1)
  })
  await expectAccessible(page)

  await test.step('kinds that suit the data are drawn from them, and read in the dark', async () => {
    await shelf('For your data').click()
    const offers = gallery.getByRole('list', { name: 'Charts of your data' })
    await expect(offers.locator('[data-status=rendered]')).toHaveCount(6)
    await expectAccessibleInBoth(page)
    await shelf('All charts').click()
  })
  await test.step('E-GALLERY-12: another shelf keeps what belongs to it, and clears what does not', async () => {
    await expect(details).toContainText('Table')
    await shelf('Table').click()
    await expect(details.getByRole('heading', { name: 'Table', exact: true })).toBeVisible()
    await shelf('Evolution').click()
    await expect(details).toHaveCount(0)
    await expect(gallery.getByRole('button', { name: 'Select' })).toBeDisabled()
    await shelf('All charts').click()
    await expect(details).toHaveCount(0)
  })
  await test.step('E-GALLERY-04: it is searched, and mistakes are forgiven', async () => {
    await gallery.getByRole('searchbox', { name: 'Search all charts' }).fill('area chrt')
    await expect(tiles.first()).toHaveText('Area Chart')
  })
  await test.step('E-GALLERY-06: a double-click takes a kind', async () => {
    await tiles.first().dblclick()
    await expect(gallery).toBeHidden()
    const area = panel(page).getByRole('button', { name: 'Area Chart', exact: true })
    await expect(area).toHaveAttribute('aria-pressed', 'true')
  })
})

test.describe('the pictures of the gallery', () => {
  test.use({ viewport: SIZE })

  test('each thumbnail and each example is what its kind draws from the demo data today, in light and dark, and not what another draws', async ({
    page,
    facet,
    context,
  }) => {
    test.setTimeout(300_000)
    const pictures = listPictures(dirname(charts))
    const isThumbnail = ({ file }: Picture) => file === 'thumbnail'
    expect(pictures.filter(isThumbnail).map(({ kind }) => kind)).toEqual(kinds)
    const blank = await context.newPage()
    const read = async (end: string) => {
      const cells: number[][] = []
      for (const { kind, file } of pictures)
        cells.push(await cellsOf(blank, readFileSync(`${charts}/${kind}/${file}${end}.webp`), 'webp'))
      return cells
    }
    const kept = { light: await read(''), dark: await read('-dark') }
    const strange: string[] = []
    const compare = async (theme: 'light' | 'dark', at: number, picture: Picture, png: Buffer) => {
      const drawn = await cellsOf(blank, png, 'png')
      const away = kept[theme].map((cells) => distance(cells, drawn))
      const own = away[at] ?? Number.POSITIVE_INFINITY
      const others = away.filter((_, other) => {
        const each = pictures[other]
        return other !== at && each !== undefined && isThumbnail(each) === isThumbnail(picture)
      })
      const another = Math.min(...others)
      const name = `${picture.kind}, ${picture.file}, ${theme}`
      return own > NEAR || own > another ? [`${name}: ${own.toFixed(1)}, another ${another.toFixed(1)}`] : []
    }
    const compareBoth = async (here: Page, at: number, picture: Picture) => {
      await here.emulateMedia({ colorScheme: 'light' })
      const light = await compare('light', at, picture, await drawPicture(here, facet.url, picture, goWithin))
      // The same picture in the other colours: it is drawn anew where it stands.
      await here.emulateMedia({ colorScheme: 'dark' })
      return [...light, ...(await compare('dark', at, picture, await shootAtRest(here)))]
    }
    /** Of examples every other is looked at on a dark ground: what draws them has been seen on both. */
    const compareOne = async (here: Page, at: number, picture: Picture) => {
      const theme = at % 4 < 2 ? 'light' : 'dark'
      await here.emulateMedia({ colorScheme: theme })
      return compare(theme, at, picture, await drawPicture(here, facet.url, picture, goWithin))
    }
    const look = async (here: Page, at: number, picture: Picture) => {
      const seen = isThumbnail(picture) ? compareBoth : compareOne
      if ((await seen(here, at, picture)).length === 0) return
      // One that was taken too early is right on a page of its own; one that has changed is not.
      await here.goto('about:blank')
      strange.push(...(await seen(here, at, picture)))
    }
    // Two at a time: one is drawn while another is asked for.
    const queue = [...pictures.entries()]
    const drawAll = async (here: Page) => {
      for (let next = queue.shift(); next; next = queue.shift()) await look(here, ...next)
    }
    await Promise.all([drawAll(page), drawAll(await context.newPage())])
    expect(strange, 'npm run pictures draws them anew').toEqual([])
  })
})
