/** Returns the texts of the elements of a name in a plain document without markup in them. */
export function plainTexts(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<(?:[^\\s<>/:]+:)?${name}(?:\\s[^<>]*)?>([^<]*)<`, 'g')
  return [...xml.matchAll(pattern)].map(([, text = '']) => decodedText(text).trim())
}

/** Returns an attribute of the first element of a name in a plain document. */
export function plainAttribute(xml: string, element: string, name: string): string | undefined {
  const tag = new RegExp(`<(?:[^\\s<>/:]+:)?${element}(\\s[^<>]*)>`).exec(xml)?.[1] ?? ''
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  const value = double ?? single
  return value === undefined ? undefined : decodedText(value)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodedText(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return ENTITIES[name] ?? whole
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
