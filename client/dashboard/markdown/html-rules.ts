import { type default as rehypeSanitize, defaultSchema } from 'rehype-sanitize'
import { inlineStyle } from '#core/css/inline-style.ts'

export type HtmlSchema = NonNullable<Parameters<typeof rehypeSanitize>[0]>
export type HtmlRoot = Parameters<ReturnType<typeof rehypeSanitize>>[0]
type HtmlNode = HtmlRoot['children'][number]

/** Attributes that move the focus, bind keys, or belong to forms and image maps: not needed in texts. */
const removedAttributes = new Set([
  'accessKey',
  'tabIndex',
  'name',
  'useMap',
  'isMap',
  'action',
  'method',
  'encType',
  'value',
])

/** Elements removed with their contents; of other unknown elements the text stays. */
const strip =
  'script style svg math iframe frame frameset noframes object embed template noscript title textarea select button audio video canvas xmp plaintext'.split(
    ' ',
  )

/** GitHub's list of attributes, without those above; `rehypeSafeStyles` checks class names. */
const attributes = Object.fromEntries(
  Object.entries(defaultSchema.attributes ?? {}).map(([tag, rules]) => [
    tag,
    rules.filter((rule) => (typeof rule === 'string' ? !removedAttributes.has(rule) : rule[0] !== 'className')),
  ]),
)

/** Text elements missing from GitHub's list. */
const additionalElements = 'abbr caption center col colgroup figcaption figure font mark small time u'.split(' ')

/** The HTML elements and attributes allowed in texts: GitHub's list plus style and class. */
export const htmlSchema: HtmlSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), ...additionalElements],
  attributes: { ...attributes, '*': [...(attributes['*'] ?? []), 'className', 'style'] },
  strip,
}

/** Class names of the product's own styles begin with an underscore; others are free to use. */
const isOwnClass = (name: unknown) => typeof name === 'string' && !name.startsWith('_')

function cleanNode(node: HtmlNode): HtmlNode | undefined {
  if (node.type !== 'element') return node
  const { style, className, ...rest } = node.properties
  // Checkboxes of task lists stay; other inputs would have no function.
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
    children: node.children.flatMap((child) => (cleanNode(child as HtmlNode) as typeof child | undefined) ?? []),
  }
}

/** Sanitizes the styles and class names of a text; the schema handles everything else. */
export function rehypeSafeStyles() {
  return (tree: HtmlRoot): HtmlRoot => ({
    ...tree,
    children: tree.children.flatMap((child) => cleanNode(child) ?? []),
  })
}
