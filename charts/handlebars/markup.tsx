import type { ReactNode } from 'react'
import Markdown, { type Components, type Options } from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { MAX_DEPTH, MAX_MARKDOWN_LENGTH, MAX_NODES } from './template/limits.ts'
import { textImages } from '#charts/TextImage.tsx'
import { inlineStyle } from '#core/css/inline-style.ts'

/** A node of a tree of HTML, as far as it is looked at. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

type Tree = Parameters<ReturnType<typeof rehypeRaw>>[0]

/** What HTML has beside what comments of a repository need. */
const more =
  'abbr address article aside bdi bdo caption cite col colgroup dfn figcaption figure footer header hgroup mark meter nav progress small time u wbr'.split(
    ' ',
  )

type Attributes = NonNullable<(typeof defaultSchema)['attributes']>

/** Rules for the classes of one element would forbid it all others. */
const anyClass = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([tag, all]) => [
      tag,
      all.filter((each) => tag === 'input' || !(Array.isArray(each) && each[0] === 'className')),
    ]),
  )

const usual = anyClass(defaultSchema.attributes ?? {})

/** What may stand: what HTML says and shows, with classes and styles; nothing that runs, sends or frames. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), ...more],
  attributes: {
    ...usual,
    meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
    progress: ['value', 'max'],
    time: ['dateTime'],
    '*': [...(usual['*'] ?? []), 'className', 'style', 'ariaLabel', 'ariaHidden', 'role'],
  },
  strip: [...(defaultSchema.strip ?? []), 'style', 'title', 'iframe', 'object', 'template', 'noscript'],
}

const textOf = ({ value = '', children = [] }: Node): string => value + children.map(textOf).join('')

/** Takes away what is deeper or more than may be drawn, level by level; the styles that stand in it are told. */
function bounded(tree: Node, styles: string[]): boolean {
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
      const kept = depth < MAX_DEPTH ? children.slice(0, left) : []
      isWhole &&= kept.length === children.length
      left -= kept.length
      if (node.children) node.children = kept
      next.push(...kept)
    }
    level = next
  }
  return isWhole
}

/** Keeps the styles of elements that stay in place, and removes class names of the product, which begin with `_`. */
function restyle(tree: Node): void {
  const { properties, children = [] } = tree
  if (properties && Array.isArray(properties['className']))
    properties['className'] = properties['className'].filter((name) => !String(name).startsWith('_'))
  if (properties && 'style' in properties) properties['style'] = inlineStyle(String(properties['style']))
  for (const child of children) restyle(child)
}

/** Links lead out of the page in a tab of their own, and give nothing away. */
const components: Components = {
  ...textImages,
  a: ({ node: _node, children, ...own }) => (
    <a {...own} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
}

/** What is drawn of HTML or Markdown of anybody. */
export interface Markup {
  readonly node: ReactNode
  /** The texts of its `style` elements. */
  readonly styles: readonly string[]
  /** Nothing of it is left out because it is too deep or too much. */
  readonly isWhole: boolean
  /** It does not begin with an element, and is too long to be read as Markdown. */
  readonly isLong: boolean
}

const htmlOf = rehypeRaw()

/** Reads the HTML of a tree. Where in the text each part of it stands takes longer than to read it, and nobody asks. */
const unplaced = () => (tree: Tree) => htmlOf(tree, undefined as never)

/** A tree of Markdown with nothing but HTML in it, which is not read as Markdown. */
const htmlAlone = (value: string) => () => () => ({ type: 'root', children: [{ type: 'html', value }] })

/**
 * HTML or Markdown as elements: made safe as a tree, and drawn without being read as HTML again. What begins with an
 * element, or is longer than Markdown may be, is HTML, whose blank lines and indents mean nothing. Undefined where it
 * is nested too deep to be read.
 */
export function markupOf(text: string): Markup | undefined {
  const styles: string[] = []
  let isWhole = true
  const isMarkdown = !/^\s*</.test(text)
  const isHtml = !isMarkdown || text.length > MAX_MARKDOWN_LENGTH
  const rehypePlugins: Options['rehypePlugins'] = [
    unplaced,
    () => (tree: Node) => {
      isWhole = bounded(tree, styles)
    },
    [rehypeSanitize, schema],
    () => restyle,
  ]
  try {
    // Called as a function, so that what it throws is caught here.
    const node = Markdown({
      children: isHtml ? '' : text,
      remarkPlugins: isHtml ? [htmlAlone(text)] : [remarkGfm],
      rehypePlugins,
      components,
    })
    return { node, styles, isWhole, isLong: isMarkdown && isHtml }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
