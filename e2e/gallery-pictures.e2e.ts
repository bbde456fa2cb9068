import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { cellsOf, distance } from './cells.ts'
import { drawPicture, captureWhenIdle, SIZE } from '../scripts/pictures/draw.mjs'
import { listPictures, type Picture } from '../scripts/pictures/list.mjs'
import { expect, test } from './facet.ts'
import { navigateWithinPage } from './panel.ts'

const charts = fileURLToPath(new URL('../charts', import.meta.url))
/** Each chart type is a folder with controls. */
const kinds = readdirSync(charts).filter((name) => existsSync(`${charts}/${name}/controls.ts`))

/** The largest allowed distance to the stored image: other fonts stay below it, other charts above. */
const MAX_DISTANCE = 6

test.describe('Gallery pictures', () => {
  test.use({ viewport: SIZE })

  test('Each thumbnail and example matches what its chart type draws from the demo data, light and dark', async ({
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
    const stored = { light: await read(''), dark: await read('-dark') }
    const strange: string[] = []
    const compare = async (theme: 'light' | 'dark', at: number, picture: Picture, png: Buffer) => {
      const drawn = await cellsOf(blank, png, 'png')
      const away = stored[theme].map((cells) => distance(cells, drawn))
      const own = away[at] ?? Number.POSITIVE_INFINITY
      const others = away.filter((_, other) => {
        const each = pictures[other]
        return other !== at && each !== undefined && isThumbnail(each) === isThumbnail(picture)
      })
      const another = Math.min(...others)
      const name = `${picture.kind}, ${picture.file}, ${theme}`
      return own > MAX_DISTANCE || own > another ? [`${name}: ${own.toFixed(1)}, another ${another.toFixed(1)}`] : []
    }
    const compareBoth = async (here: Page, at: number, picture: Picture) => {
      await here.emulateMedia({ colorScheme: 'light' })
      const light = await compare('light', at, picture, await drawPicture(here, facet.url, picture, navigateWithinPage))
      // The same chart in the other color scheme, redrawn in place.
      await here.emulateMedia({ colorScheme: 'dark' })
      return [...light, ...(await compare('dark', at, picture, await captureWhenIdle(here)))]
    }
    /** Every other example is checked in the dark scheme: the drawing code has been checked in both. */
    const compareOne = async (here: Page, at: number, picture: Picture) => {
      const theme = at % 4 < 2 ? 'light' : 'dark'
      await here.emulateMedia({ colorScheme: theme })
      return compare(theme, at, picture, await drawPicture(here, facet.url, picture, navigateWithinPage))
    }
    const look = async (here: Page, at: number, picture: Picture) => {
      const seen = isThumbnail(picture) ? compareBoth : compareOne
      if ((await seen(here, at, picture)).length === 0) return
      // An image taken too early passes on a fresh page; a changed one fails again.
      await here.goto('about:blank')
      strange.push(...(await seen(here, at, picture)))
    }
    // Two pages at a time: one draws while the other loads.
    const queue = [...pictures.entries()]
    const drawAll = async (here: Page) => {
      for (let next = queue.shift(); next; next = queue.shift()) await look(here, ...next)
    }
    await Promise.all([drawAll(page), drawAll(await context.newPage())])
    expect(strange, 'npm run pictures draws them anew').toEqual([])
  })
})
