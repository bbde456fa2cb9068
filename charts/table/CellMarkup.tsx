import { createElement, type ReactNode } from 'react'
import { isLink, escapeUnknownMarkup, HIDDEN_ELEMENTS } from './markup-text.ts'

/** The allowed elements of a cell; the content of other elements is shown without them. */
const SHOWN = new Set('a abbr b bdi br code del em i ins mark s small span strong sub sup u'.split(' '))
/** The maximum number and depth of elements in a cell; anything beyond is not shown. */
const MAX_ELEMENTS = 50
const MAX_DEPTH = 8
/** Returns a link URL for pages or email; undefined for URLs that run code. */
function leadsTo(href: string | null): string | undefined {
  if (href === null || !URL.canParse(href, location.origin)) return undefined
  return ['http:', 'https:', 'mailto:'].includes(new URL(href, location.origin).protocol) ? href : undefined
}

function link(href: string, key: number, children: ReactNode): ReactNode {
  // A click on a link does not trigger the filter of its cell.
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
      {children}
    </a>
  )
}

function renderNodes(nodes: Iterable<Node>, left: { count: number }, depth = 0): ReactNode[] {
  const found: ReactNode[] = []
  for (const [key, node] of [...nodes].entries()) {
    if (node instanceof Text) found.push(node.data)
    if (!(node instanceof Element) || HIDDEN_ELEMENTS.has(node.localName) || depth >= MAX_DEPTH || left.count <= 0)
      continue
    left.count -= 1
    const children = renderNodes(node.childNodes, left, depth + 1)
    const href = node.localName === 'a' ? leadsTo(node.getAttribute('href')) : undefined
    if (href !== undefined) found.push(link(href, key, children))
    else if (node.localName === 'br') found.push(' ')
    else if (SHOWN.has(node.localName) && node.localName !== 'a')
      found.push(createElement(node.localName, { key }, ...children))
    else found.push(...children)
  }
  return found
}

/**
 * Renders the HTML of a cell with allowed elements and without attributes, except for link URLs; a URL becomes a link.
 */
export function CellMarkup({ text }: { readonly text: string }) {
  if (isLink(text)) return link(text, 0, text)
  // A document parsed this way runs no scripts and loads no resources.
  const { body } = new DOMParser().parseFromString(escapeUnknownMarkup(text), 'text/html')
  return <>{renderNodes(body.childNodes, { count: MAX_ELEMENTS })}</>
}
