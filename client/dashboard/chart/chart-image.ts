/** Pixels between the parts of the file and its rim, by one pixel of the screen. */
const RIM = 16
const TITLE = 20

/** The picture of a chart that is drawn on canvases, under its title, as a PNG. Undefined where there is none. */
export async function chartImage(card: Element, title: string): Promise<Blob | undefined> {
  const layers = [...card.querySelectorAll('canvas')].filter(({ width, height }) => width > 0 && height > 0)
  const [first] = layers
  if (!first) return undefined
  const ratio = first.width / Math.max(1, first.clientWidth)
  const sheet = document.createElement('canvas')
  sheet.width = first.width + 2 * RIM * ratio
  sheet.height = first.height + (3 * RIM + TITLE) * ratio
  const pen = sheet.getContext('2d')
  if (!pen) return undefined
  const ink = getComputedStyle(card)
  const of = (name: string) => ink.getPropertyValue(name).trim()
  pen.fillStyle = of('--surface') || '#fff'
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.fillStyle = of('--text') || '#000'
  pen.font = `600 ${14 * ratio}px ${ink.fontFamily}`
  pen.textBaseline = 'top'
  pen.fillText(title, RIM * ratio, RIM * ratio, first.width)
  for (const layer of layers) pen.drawImage(layer, RIM * ratio, (2 * RIM + TITLE) * ratio)
  return new Promise((resolve) => sheet.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
