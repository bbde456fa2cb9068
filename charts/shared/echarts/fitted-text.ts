/** Measures the width of a text in pixels. */
export type WidthOf = (text: string) => number

/** The average width of a label letter, in pixels. */
const LETTER = 6.2
/** The line height of a label, in pixels. */
const LINE = 13
/** The minimum number of letters for a recognizable name; at least half of a name must remain too. */
const MIN_LETTERS = 4
const LEAST_SHARE = 0.5

/** Estimates the width of a text where nothing can be measured. */
export const estimatedWidth: WidthOf = (text) => text.length * LETTER

/** Letter widths of a label in pixels: other scripts, wide letters, capitals, narrow letters. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/, 11.5],
  [/[mwMW@%—…]/, 10],
  [/[A-Z<>&+=#]/, 7.8],
  [/[ijlft.,:;'|!()[\]]/, 4],
]

/** Estimates the width of a text by letter, and at least by the number of letters, where nothing can be measured. */
export function estimatedLetterWidth(text: string): number {
  const each = Array.from(text, (letter) => KINDS.find(([kind]) => kind.test(letter))?.[1] ?? 6.6)
  return Math.max(
    text.length * 6.4,
    each.reduce((sum, width) => sum + width, 0),
  )
}

/** The space for a text. */
interface TextRoom {
  readonly width: number
  readonly height: number
}

/** Breaks a text at spaces into as few lines as fit; undefined if it exceeds `lines`. */
function inLines(text: string, fits: (line: string) => boolean, lines: number): string | undefined {
  if (fits(text)) return text
  if (lines < 2) return undefined
  for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
    if (!fits(text.slice(0, at))) continue
    const rest = inLines(text.slice(at + 1), fits, lines - 1)
    return rest === undefined ? undefined : `${text.slice(0, at)}\n${rest}`
  }
  return undefined
}

/** Returns the longest prefix of a name that fits and is recognizable. */
function recognizablePrefix(name: string, fits: (line: string) => boolean): string | undefined {
  const least = Math.max(MIN_LETTERS, Math.ceil(name.length * LEAST_SHARE))
  for (let length = name.length - 1; length >= least; length--) {
    const text = `${name.slice(0, length).trimEnd()}…`
    if (fits(text)) return text
  }
  return undefined
}

/**
 * Returns the part of a label that fits: the full text in the available lines, or else the name, or else the start of
 * the name if at least half remains. Numbers are never cut.
 */
export function fittedText(whole: string, name: string | undefined, room: TextRoom, widthOf: WidthOf): string {
  const lines = Math.floor(room.height / LINE)
  const fits = (line: string) => widthOf(line) <= room.width
  if (lines < 1) return ''
  const all = inLines(whole, fits, lines)
  if (all !== undefined || name === undefined) return all ?? ''
  return inLines(name, fits, lines) ?? recognizablePrefix(name, fits) ?? ''
}
