import type { Page } from '@playwright/test'

/** Images are compared by cells, which show what is where, but not how glyphs are rendered. */
const COLUMNS = 32
const ROWS = 18

/**
 * Returns the mean colors of 32 by 18 cells of an image: red, green and blue from 0 to 255, row by row. The page is a
 * separate blank one.
 */
export function cellsOf(page: Page, bytes: Buffer, type: 'png' | 'webp'): Promise<number[]> {
  const from = `data:image/${type};base64,${bytes.toString('base64')}`
  return page.evaluate(
    async ({ address, columns, rows }) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const { width, height } = image
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      if (!context) return []
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      const sums = new Float64Array(columns * rows * 3)
      const counts = new Float64Array(columns * rows)
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const cell = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)
          counts[cell] = (counts[cell] ?? 0) + 1
          for (let color = 0; color < 3; color += 1) {
            const at = cell * 3 + color
            sums[at] = (sums[at] ?? 0) + (data[(y * width + x) * 4 + color] ?? 0)
          }
        }
      return Array.from(sums, (sum, at) => sum / (counts[Math.floor(at / 3)] ?? 1))
    },
    { address: from, columns: COLUMNS, rows: ROWS },
  )
}

/**
 * Returns the distance of two images by their cells; 0 for equal ones. A few very different cells count more than many
 * slightly different ones.
 */
export function distance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length || a.length === 0) return Number.POSITIVE_INFINITY
  return Math.sqrt(a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0) / a.length)
}
