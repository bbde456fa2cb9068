import { t } from '#core/text/t.ts'

/** Milliseconds a picture of another host may take. */
const PATIENCE = 10_000

/** A picture with its own bytes, where its host lets pages read it; else undefined. */
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

/** What stands in the place of a picture that cannot be kept. */
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
 * Makes the pictures of other hosts on a sheet a part of it: a file fetches nothing. Those whose host does not let pages
 * read them (CORS) are named in their place; gives how many.
 */
export async function keepImages(sheet: HTMLElement): Promise<number> {
  const images = [...sheet.querySelectorAll('img')].filter(isOfOthers)
  const kept = await Promise.all(
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
  return kept.filter((isKept) => !isKept).length
}
