import type { ReactNode } from 'react'
import Markdown, { type Components, type Options } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { MAX_DEPTH, MAX_MARKDOWN_LENGTH, MAX_NODES } from './template/limits.ts'
import { textImages } from '#charts/TextImage.tsx'
import { inlineStyle } from '#core/css/inline-style.ts'

/** The used part of an HTML tree node. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

type Tree = Parameters<ReturnType<typeof rehypeRaw>>[0]

/** HTML elements allowed in addition to the sanitizer's default schema. */
const additionalElements =
  'abbr address article aside bdi bdo caption cite col colgroup dfn figcaption figure footer header hgroup mark meter nav progress small time u wbr'.split(
    ' ',
  )

type Attributes = NonNullable<(typeof defaultSchema)['attributes']>

/** The schema's class rules for single elements would forbid all other classes. */
const anyClass = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([tag, all]) => [
      tag,
      all.filter((each) => tag === 'input' || !(Array.isArray(each) && each[0] === 'className')),
    ]),
  )

const defaultAttributes = anyClass(defaultSchema.attributes ?? {})

/** The allowed HTML: text content and formatting with classes and styles; no scripts, forms or frames. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), ...additionalElements],
  attributes: {
    ...defaultAttributes,
    meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
    progress: ['value', 'max'],
    time: ['dateTime'],
    '*': [...(defaultAttributes['*'] ?? []), 'className', 'style', 'ariaLabel', 'ariaHidden', 'role'],
  },
  strip: [...(defaultSchema.strip ?? []), 'style', 'title', 'iframe', 'object', 'template', 'noscript'],
}

const textOf = ({ value = '', children = [] }: Node): string => value + children.map(textOf).join('')

/**
 * Removes nodes that exceed the depth or count limit, level by level, and collects `style` elements into `styles`. True
 * if nothing exceeded a limit.
 */
function limitTree(tree: Node, styles: string[]): boolean {
  let level: Node[] = [tree]
  let left = MAX_NODES
  let isWhole = true
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Node[] = []
    for (const node of level) {
      const children = (node.children ?? []).filter((child) => {
        if (child.tagName === 'style') styles.push(textOf(child))
        return child.tagName !== 'style'
      })
      const stored = depth < MAX_DEPTH ? children.slice(0, left) : []
      isWhole &&= stored.length === children.length
      left -= stored.length
      if (node.children) node.children = stored
      next.push(...stored)
    }
    level = next
  }
  return isWhole
}

/**
 * Restricts inline styles to ones that stay in the element's place, and removes class names of the product, which begin
 * with `_`.
 */
function restyle(tree: Node): void {
  const { properties, children = [] } = tree
  if (properties && Array.isArray(properties['className']))
    properties['className'] = properties['className'].filter((name) => !String(name).startsWith('_'))
  if (properties && 'style' in properties) properties['style'] = inlineStyle(String(properties['style']))
  for (const child of children) restyle(child)
}

/** Links open in a new tab, without a referrer. */
const components: Components = {
  ...textImages,
  a: ({ node: _node, children, ...own }) => (
    <a {...own} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
}

/** Rendered HTML or Markdown from an untrusted author. */
export interface Markup {
  readonly node: ReactNode
  /** The texts of its `style` elements. */
  readonly styles: readonly string[]
  /** True if nothing exceeded the depth or count limit. */
  readonly isWhole: boolean
  /** True if it does not start with an element and is too long to parse as Markdown. */
  readonly isLong: boolean
}

const htmlOf = rehypeRaw()

/** Parses the HTML of a tree without source positions, which take longer than the parsing and are not used. */
const parseHtmlWithoutPositions = () => (tree: Tree) => htmlOf(tree, undefined as never)

/** Creates a Markdown tree that contains only HTML, without parsing the text as Markdown. */
const plainHtml = (value: string) => () => () => ({ type: 'root', children: [{ type: 'html', value }] })

/**
 * Renders HTML or Markdown to React elements. The tree is sanitized and not parsed as HTML again. Text that starts with
 * an element, or is too long for Markdown, is HTML, in which blank lines and indentation have no meaning. Undefined if
 * it is nested too deep to parse.
 */
export function markupOf(text: string): Markup | undefined {
  const styles: string[] = []
  let isWhole = true
  const isMarkdown = !/^\s*</.test(text)
  const isHtml = !isMarkdown || text.length > MAX_MARKDOWN_LENGTH
  const rehypePlugins: Options['rehypePlugins'] = [
    parseHtmlWithoutPositions,
    () => (tree: Node) => {
      isWhole = limitTree(tree, styles)
    },
    [rehypeSanitize, schema],
    () => restyle,
  ]
  try {
    // Called as a function so that this `try` catches its exceptions.
    const node = Markdown({
      children: isHtml ? '' : text,
      remarkPlugins: isHtml ? [plainHtml(text)] : [remarkGfm],
      rehypePlugins,
      components,
    })
    return { node, styles, isWhole, isLong: isMarkdown && isHtml }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
