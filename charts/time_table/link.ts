/** The template variables of a row: a metric has its wire name, and all rows have their query label. */
export interface LinkContext {
  readonly label: string
  readonly metric_name: string
  readonly verbose_name: string
}

const HOLE = /\{\{\{?\s*&?\s*([^{}]*?)\s*\}?\}\}/g
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

function fillerOf(name: string, linkContext: LinkContext): string {
  const field = name === 'metric' ? 'label' : name.replace(/^metric\./, '')
  return Object.hasOwn(linkContext, field) ? linkContext[field as keyof LinkContext] : ''
}

/** Percent-encodes a text; lone surrogates, which cannot be encoded, become U+FFFD. */
const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/**
 * Removes what browsers ignore in URLs: line breaks and tabs anywhere, and control characters and spaces at the ends.
 */
function stripIgnoredCharacters(address: string): string {
  const stored = Array.from(address).filter((char) => char >= ' ' && char !== '\u007f')
  return stored.join('').trim()
}

/**
 * Returns the URL of a row from its template: `{{metric}}` and `{{metric.label}}` are the label of the row,
 * `{{metric.metric_name}}` and `{{metric.verbose_name}}` its names; other placeholders are empty. Values are encoded
 * and cannot change the structure of the URL. Null unless the URL is relative or uses `http` or `https`.
 */
export function linkOf(template: string, linkContext: LinkContext): string | null {
  const address = stripIgnoredCharacters(
    template.replace(HOLE, (_, name: string) => encodeText(fillerOf(name, linkContext))),
  )
  if (address === '') return null
  const scheme = SCHEME.exec(address)?.[0].toLowerCase()
  return scheme === undefined || scheme === 'http:' || scheme === 'https:' ? address : null
}
