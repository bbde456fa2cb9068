/** What a link may say of its row: a metric has its name on the wire, all rows the label they were asked by. */
export interface LinkContext {
  readonly label: string
  readonly metric_name: string
  readonly verbose_name: string
}

const HOLE = /\{\{\{?\s*&?\s*([^{}]*?)\s*\}?\}\}/g
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

function fillerOf(name: string, facts: LinkContext): string {
  const field = name === 'metric' ? 'label' : name.replace(/^metric\./, '')
  return Object.hasOwn(facts, field) ? facts[field as keyof LinkContext] : ''
}

/** Percent-encoded; halves of a surrogate pair, which cannot be, become U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** Browsers drop line ends and tabs anywhere in an address, and what is no letter before it. */
function bare(address: string): string {
  const kept = Array.from(address).filter((char) => char >= ' ' && char !== '\u007f')
  return kept.join('').trim()
}

/**
 * The address of a row by its template: `{{metric}}` and `{{metric.label}}` stand for the label of the row,
 * `{{metric.metric_name}}` and `{{metric.verbose_name}}` for its names; other holes are left empty. What is filled in is
 * encoded, so it never leaves its place in the address. Null unless the whole is relative or of `http` or `https`.
 */
export function linkOf(template: string, facts: LinkContext): string | null {
  const address = bare(template.replace(HOLE, (_, name: string) => encoded(fillerOf(name, facts))))
  if (address === '') return null
  const scheme = SCHEME.exec(address)?.[0].toLowerCase()
  return scheme === undefined || scheme === 'http:' || scheme === 'https:' ? address : null
}
