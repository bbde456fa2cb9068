const fontCache = new Map<string, Promise<string>>()

function asDataUrl(address: string): Promise<string> {
  const found = fontCache.get(address) ?? fetch(address).then(async (answer) => readUrl(await answer.blob()))
  fontCache.set(address, found)
  found.catch(() => fontCache.delete(address))
  return found
}

function readUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The font cannot be read.')))
    reader.readAsDataURL(blob)
  })
}

/** Families occur with and without quotes, ranges in upper and lower case. */
const keyOf = (family: string, range: string) =>
  `${family.replace(/["']/g, '')} ${range.replace(/\s/g, '').toUpperCase()}`

function faceRules(): readonly CSSFontFaceRule[] {
  return [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule),
  )
}

/** Returns the CSS rules of the fonts used on the page, with embedded font files, because an image loads nothing. */
export async function fontRules(): Promise<string> {
  const drawn = new Set(
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map((face) => keyOf(face.family, face.unicodeRange)),
  )
  const rules = faceRules().filter(({ style }) =>
    drawn.has(keyOf(style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range') || 'U+0-10FFFF')),
  )
  const texts = await Promise.all(
    rules.map(async (rule) => {
      const [written, relative] = /url\("?([^")]+)"?\)/.exec(rule.cssText) ?? []
      if (written === undefined || relative === undefined) return ''
      const file = new URL(relative, rule.parentStyleSheet?.href ?? document.baseURI).href
      return rule.cssText.replace(written, `url(${await asDataUrl(file)})`)
    }),
  )
  return texts.join('\n')
}
