import { domToBlob } from 'modern-screenshot'
import { fontRules } from './sheet-fonts.ts'
import { pictureScale } from './sheet-plan.ts'

/** A sheet as a PNG, on the ground it has. */
export async function sheetPicture(sheet: HTMLElement): Promise<Blob> {
  const { offsetWidth: width, offsetHeight: height } = sheet
  const { backgroundColor } = getComputedStyle(sheet)
  // Its own search for fonts writes styles into a document, which the page does not allow.
  const font = { cssText: await fontRules() }
  return domToBlob(sheet, { type: 'image/png', scale: pictureScale({ width, height }), backgroundColor, font })
}
