/** Longer texts are not parsed as markup. */
const MAX_LENGTH = 10_000

const isAddress = /^https?:\/\/\S+$/i
/** Elements whose content is not displayed text. */
const HIDDEN_ELEMENT_NAMES = 'script style template noscript iframe object svg math title head'.split(' ')
const HIDDEN_MARKUP = new RegExp(
  `<(${HIDDEN_ELEMENT_NAMES.join('|')})\\b[^>]*>[\\s\\S]*?</\\1\\s*>|<!--[\\s\\S]*?-->`,
  'gi',
)

const VOID_NAMES = new Set('br hr img wbr'.split(' '))
/** The elements that count as markup; other names in angle brackets are text. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...HIDDEN_ELEMENT_NAMES,
  ...VOID_NAMES,
  ...'a abbr address article aside b bdi bdo big blockquote body caption center cite code col colgroup dd del details dfn'.split(
    ' ',
  ),
  ...'div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header html i ins kbd label li main mark nav'.split(
    ' ',
  ),
  ...'ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var'.split(
    ' ',
  ),
])
const tag = /<(\/?)([a-z][a-z\d]*)((?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?)\/?>/gi

/** Elements whose content is not displayed text. */
export const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set(HIDDEN_ELEMENT_NAMES)

/** True if a text is a URL and nothing else. */
export const isLink = (text: string): boolean => isAddress.test(text)

interface Tag {
  readonly at: number
  readonly length: number
}

/** Returns the markup tags of a text: of known elements that are both opened and closed in it, or of void elements. */
function markupTags(text: string): readonly Tag[] {
  const found: Tag[] = []
  const open: { readonly name: string; readonly tag: Tag }[] = []
  for (const match of text.matchAll(tag)) {
    const name = (match[2] ?? '').toLowerCase()
    const each = { at: match.index, length: match[0].length }
    if (!KNOWN_NAMES.has(name)) continue
    if (VOID_NAMES.has(name)) found.push(each)
    else if (match[1] !== '/') open.push({ name, tag: each })
    else {
      const opened = open.findLastIndex((other) => other.name === name)
      const [start] = opened < 0 ? [] : open.splice(opened)
      if (start) found.push(start.tag, each)
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** Escapes everything except markup: `<John Doe>`, and a `<b>` that is never closed, become text. */
export function escapeUnknownMarkup(text: string): string {
  const starts = new Set(markupTags(text).map(({ at }) => at))
  return text.replace(/<(?!!--)/g, (sign, at: number) => (starts.has(at) ? sign : '&lt;'))
}

/** True if a cell text is a URL or has displayable elements. */
export function hasMarkup(text: string): boolean {
  return text.length <= MAX_LENGTH && (isLink(text) || (text.includes('<') && markupTags(text).length > 0))
}

/** Returns the approximate number of visible characters: tags count as none, an entity as one. */
export function visibleLength(text: string): number {
  if (!hasMarkup(text) || isLink(text)) return text.length
  return escapeUnknownMarkup(text)
    .replace(HIDDEN_MARKUP, '')
    .replace(/<br\b[^>]*>/gi, ' ')
    .replace(/<[/a-z!][^>]*>/gi, '')
    .replace(/&(#\d+|#x[\da-f]+|[a-z]\w*);/gi, ' ')
    .trim().length
}
