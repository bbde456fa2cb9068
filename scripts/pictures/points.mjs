/** @import { Page } from '@playwright/test' */

/** A picture as cells that say what stands where, but not how letters are set. */
const COLUMNS = 32
const ROWS = 18

/**
 * @param {Buffer} bytes
 * @param {'png' | 'webp'} type
 */
const addressOf = (bytes, type) => `data:image/${type};base64,${bytes.toString('base64')}`

/**
 * A picture in the small format that browsers read. The page is a blank one of its own.
 * @param {Page} page
 * @param {Buffer} png
 * @param {number} quality 0 to 1
 * @returns {Promise<Buffer>}
 */
export async function toWebp(page, png, quality) {
  const address = await page.evaluate(
    async ({ from, as }) => {
      const image = new Image()
      image.src = from
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', as)
    },
    { from: addressOf(png, 'png'), as: quality },
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/**
 * The mean colours of 32 by 18 cells of a picture: red, green and blue from 0 to 255, row by row. The page is a blank
 * one of its own.
 * @param {Page} page
 * @param {Buffer} bytes
 * @param {'png' | 'webp'} type
 * @returns {Promise<number[]>}
 */
export function cellsOf(page, bytes, type) {
  return page.evaluate(
    async ({ from, columns, rows }) => {
      const image = new Image()
      image.src = from
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
    { from: addressOf(bytes, type), columns: COLUMNS, rows: ROWS },
  )
}

/**
 * How far two pictures are from each other by their cells, from 0 for the same. A few cells that differ much count more
 * than many that differ by a shade.
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @returns {number}
 */
export function distance(a, b) {
  if (a.length !== b.length || a.length === 0) return Number.POSITIVE_INFINITY
  return Math.sqrt(a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0) / a.length)
}
