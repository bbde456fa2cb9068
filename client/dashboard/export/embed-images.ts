import { t } from '#core/text/t.ts'

/** Timeout for an image from another host, in milliseconds. */
const PATIENCE = 10_000

/** Returns an image as a data URL if its host allows reading it (CORS), else undefined. */
async function readable(address: string): Promise<string | undefined> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.referrerPolicy = 'no-referrer'
  image.src = address
  try {
    await Promise.race([
      image.decode(),
      new Promise((_resolve, reject) => setTimeout(reject, PATIENCE, new Error('late'))),
    ])
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/png')
  } catch {
    return undefined
  }
}

/** Returns the placeholder of an image that cannot be embedded. */
function nameOf({ alt, src }: HTMLImageElement): HTMLElement {
  const name = document.createElement('span')
  name.textContent = t('[%s]', alt || new URL(src).host)
  return name
}

const isOfOthers = ({ currentSrc, src }: HTMLImageElement) => {
  const address = currentSrc || src
  return /^https?:/.test(address) && new URL(address).origin !== window.location.origin
}

/**
 * Embeds images from other hosts into a sheet, because a file loads nothing. Images whose host forbids reading (CORS)
 * are replaced with their names; returns how many.
 */
export async function embedImages(sheet: HTMLElement): Promise<number> {
  const images = [...sheet.querySelectorAll('img')].filter(isOfOthers)
  const stored = await Promise.all(
    images.map(async (image) => {
      const { offsetWidth: width, offsetHeight: height } = image
      const content = await readable(image.currentSrc || image.src)
      if (content === undefined) {
        image.replaceWith(nameOf(image))
        return false
      }
      Object.assign(image.style, { width: `${width}px`, height: `${height}px` })
      image.removeAttribute('srcset')
      image.src = content
      await image.decode().catch(() => undefined)
      return true
    }),
  )
  return stored.filter((isRetained) => !isRetained).length
}
