/** How wide a text is, in pixels. */
export type WidthOf = (text: string) => number

/** About the width of a letter of a label, in pixels. */
const LETTER = 6.2
/** Pixels from line to line of a label. */
const LINE = 13
/** A name of fewer letters than these, or than half of its own, is not recognised. */
const LEAST_LETTERS = 4
const LEAST_SHARE = 0.5

/** The width of a text where nothing can be measured. */
export const aboutWidth: WidthOf = (text) => text.length * LETTER

/** Widths of letters of a label in pixels, by their kind: letters of other scripts, wide ones, capitals, narrow ones. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/, 11.5],
  [/[mwMW@%—…]/, 10],
  [/[A-Z<>&+=#]/, 7.8],
  [/[ijlft.,:;'|!()[\]]/, 4],
]

/** About how wide a text is, letter by letter and no less than by their number, where nothing can be measured. */
export function lettersWidth(text: string): number {
  const each = Array.from(text, (letter) => KINDS.find(([kind]) => kind.test(letter))?.[1] ?? 6.6)
  return Math.max(
    text.length * 6.4,
    each.reduce((sum, width) => sum + width, 0),
  )
}

/** Where a text is to stand. */
interface TextRoom {
  readonly width: number
  readonly height: number
}

/** A text in one line, else in as many as there may be, each as long as can be; it is broken at spaces alone. */
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

/** The beginning of a name, of letters enough to know it by. */
function begun(name: string, fits: (line: string) => boolean): string | undefined {
  const least = Math.max(LEAST_LETTERS, Math.ceil(name.length * LEAST_SHARE))
  for (let length = name.length - 1; length >= least; length--) {
    const text = `${name.slice(0, length).trimEnd()}…`
    if (fits(text)) return text
  }
  return undefined
}

/**
 * What of a label has room: the whole in the lines there are, else its name alone, else the beginning of that; nothing where
 * less than half of it would be left. Numbers are not cut.
 */
export function fittedText(whole: string, name: string | undefined, room: TextRoom, widthOf: WidthOf): string {
  const lines = Math.floor(room.height / LINE)
  const fits = (line: string) => widthOf(line) <= room.width
  if (lines < 1) return ''
  const all = inLines(whole, fits, lines)
  if (all !== undefined || name === undefined) return all ?? ''
  return inLines(name, fits, lines) ?? begun(name, fits) ?? ''
}
