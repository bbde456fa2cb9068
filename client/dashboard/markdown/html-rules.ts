import { type default as rehypeSanitize, defaultSchema } from 'rehype-sanitize'
import { inlineStyle } from '#core/css/inline-style.ts'

export type HtmlSchema = NonNullable<Parameters<typeof rehypeSanitize>[0]>
export type HtmlRoot = Parameters<ReturnType<typeof rehypeSanitize>>[0]
type HtmlNode = HtmlRoot['children'][number]

/** Attributes that move the focus, take keys, or are for forms and maps of links: no text needs them. */
const unwanted = new Set(['accessKey', 'tabIndex', 'name', 'useMap', 'isMap', 'action', 'method', 'encType', 'value'])

/** Elements that go with all that is in them; of others that are not known the text stays. */
const strip =
  'script style svg math iframe frame frameset noframes object embed template noscript title textarea select button audio video canvas xmp plaintext'.split(
    ' ',
  )

/** The attributes of the list of GitHub, without those above; class names are looked at in `rehypeLooks`. */
const attributes = Object.fromEntries(
  Object.entries(defaultSchema.attributes ?? {}).map(([tag, rules]) => [
    tag,
    rules.filter((rule) => (typeof rule === 'string' ? !unwanted.has(rule) : rule[0] !== 'className')),
  ]),
)

/** Elements of texts that the list of GitHub lacks. */
const more = 'abbr caption center col colgroup figcaption figure font mark small time u'.split(' ')

/** Elements and attributes that HTML in a text may have, after the list of GitHub, with looks and class names besides. */
export const htmlSchema: HtmlSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), ...more],
  attributes: { ...attributes, '*': [...(attributes['*'] ?? []), 'className', 'style'] },
  strip,
}

/** Names of the product's own styles begin with an underscore; those of people are theirs to style. */
const isOwnClass = (name: unknown) => typeof name === 'string' && !name.startsWith('_')

function cleaned(node: HtmlNode): HtmlNode | undefined {
  if (node.type !== 'element') return node
  const { style, className, ...rest } = node.properties
  // Boxes of lists of tasks stay; any other field would be one that nobody can fill.
  if (node.tagName === 'input' && rest['type'] !== 'checkbox') return undefined
  const looks = typeof style === 'string' ? inlineStyle(style) : ''
  const names = Array.isArray(className) ? className.filter(isOwnClass) : []
  return {
    ...node,
    properties: {
      ...rest,
      ...(looks === '' ? {} : { style: looks }),
      ...(names.length === 0 ? {} : { className: names }),
    },
    children: node.children.flatMap((child) => (cleaned(child as HtmlNode) as typeof child | undefined) ?? []),
  }
}

/** Cuts looks and class names of a text down to what may stand; the schema does the rest. */
export function rehypeLooks() {
  return (tree: HtmlRoot): HtmlRoot => ({
    ...tree,
    children: tree.children.flatMap((child) => cleaned(child) ?? []),
  })
}
