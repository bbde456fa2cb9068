/** @import { Page } from '@playwright/test' */

/**
 * Converts an image to WebP. The page is a separate blank one.
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
    { from: `data:image/png;base64,${png.toString('base64')}`, as: quality },
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
