/** Longer texts are shown as they are. */
const MOST_LETTERS = 10_000

const looksMarked = /<[a-z][^>]*>/i
const isAddress = /^https?:\/\/\S+$/i
/** Elements whose inside is no text. */
const UNSEEN_NAMES = 'script style template noscript iframe object svg math title head'.split(' ')
const unseen = new RegExp(`<(${UNSEEN_NAMES.join('|')})\\b[^>]*>[\\s\\S]*?</\\1\\s*>|<!--[\\s\\S]*?-->`, 'gi')

/** What these hold is no text. */
export const UNSEEN: ReadonlySet<string> = new Set(UNSEEN_NAMES)

/** Whether a text is an address and nothing else. */
export const isLink = (text: string): boolean => isAddress.test(text)

/** Whether a text of a cell is an address or has elements that may be shown. */
export function isMarked(text: string): boolean {
  return text.length <= MOST_LETTERS && (looksMarked.test(text) || isLink(text))
}

/** How many letters of a text of a cell are seen, about: tags are none, and what stands for a letter is one. */
export function seenLetters(text: string): number {
  if (!isMarked(text) || isLink(text)) return text.length
  return text
    .replace(unseen, '')
    .replace(/<br\b[^>]*>/gi, ' ')
    .replace(/<[/a-z!][^>]*>/gi, '')
    .replace(/&(#\d+|#x[\da-f]+|[a-z]\w*);/gi, ' ')
    .trim().length
}
