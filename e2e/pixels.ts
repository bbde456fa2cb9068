import type { Page } from '@playwright/test'

/** Returns the number of pure red pixels of a PNG. */
export function redPixels(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    pen.drawImage(image, 0, 0)
    const { data: bytes } = pen.getImageData(0, 0, canvas.width, canvas.height)
    let found = 0
    for (let at = 0; at < bytes.length; at += 4)
      if (bytes[at] === 255 && bytes[at + 1] === 0 && bytes[at + 2] === 0) found += 1
    return found
  }, png.toString('base64'))
}
