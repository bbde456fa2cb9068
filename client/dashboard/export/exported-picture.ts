import { domToBlob } from 'modern-screenshot'
import { fontRules } from './font-rules.ts'
import { embedImages } from './embed-images.ts'
import { pictureScale } from './export-plan.ts'

/** Returns a sheet as PNG with its background, and the number of external images replaced with their names. */
export async function exportedPicture(sheet: HTMLElement): Promise<{ readonly content: Blob; readonly named: number }> {
  const named = await embedImages(sheet)
  const { offsetWidth: width, offsetHeight: height } = sheet
  const { backgroundColor } = getComputedStyle(sheet)
  // The library's own font search adds styles to a document, which the content security policy forbids.
  const font = { cssText: await fontRules() }
  const scale = pictureScale({ width, height })
  return { content: await domToBlob(sheet, { type: 'image/png', scale, backgroundColor, font }), named }
}
