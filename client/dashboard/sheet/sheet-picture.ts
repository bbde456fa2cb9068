import { domToBlob } from 'modern-screenshot'
import { fontRules } from './sheet-fonts.ts'
import { keepImages } from './sheet-images.ts'
import { pictureScale } from './sheet-plan.ts'

/** A sheet as a PNG, on the ground it has, and how many pictures of other hosts are only named on it. */
export async function sheetPicture(sheet: HTMLElement): Promise<{ readonly content: Blob; readonly named: number }> {
  const named = await keepImages(sheet)
  const { offsetWidth: width, offsetHeight: height } = sheet
  const { backgroundColor } = getComputedStyle(sheet)
  // Its own search for fonts writes styles into a document, which the page does not allow.
  const font = { cssText: await fontRules() }
  const scale = pictureScale({ width, height })
  return { content: await domToBlob(sheet, { type: 'image/png', scale, backgroundColor, font }), named }
}
