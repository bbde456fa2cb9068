import type { CssNode, Selector } from 'css-tree'
import { isPlainName } from './safe-value.ts'
import { generate, walk } from './tree.ts'

/** Selectors for the complete page or dashboard. Here they mean the scope. */
const roots = new Set(['html', 'body', ':root', '#app', '.dashboard'])

const pseudoElements = new Set(['before', 'after', 'first-line', 'first-letter', 'marker', 'placeholder', 'selection'])

function isSafeNode(node: CssNode): boolean {
  switch (node.type) {
    case 'ClassSelector':
    case 'IdSelector':
    case 'PseudoClassSelector':
      return isPlainName(node.name)
    case 'TypeSelector':
      return node.name === '*' || isPlainName(node.name)
    case 'PseudoElementSelector':
      return pseudoElements.has(node.name.toLowerCase())
    case 'Identifier':
      return isPlainName(node.name)
    case 'Combinator':
      return [' ', '>', '+', '~'].includes(node.name)
    case 'AttributeSelector':
    case 'Selector':
    case 'SelectorList':
    case 'String':
    case 'Nth':
    case 'AnPlusB':
      return true
    default:
      return false
  }
}

/** Returns the selector without leading compounds that are only a root name. */
function withoutRoots(nodes: readonly CssNode[]): readonly CssNode[] {
  const [first, next] = nodes
  const isSingle = next === undefined || next.type === 'Combinator'
  if (!first || !isSingle || !roots.has(generate(first).toLowerCase())) return nodes
  if (next === undefined) return []
  // Siblings of the root belong to the frame; its descendants, at any depth, are in the scope.
  return next.type === 'Combinator' && (next.name === ' ' || next.name === '>') ? withoutRoots(nodes.slice(2)) : nodes
}

/** Returns the selector limited to descendants of `scope`, or undefined if that is not possible. */
export function scopeSelector(selector: Selector, scope: string): string | undefined {
  let isSafe = true
  walk(selector, (each) => {
    isSafe &&= isSafeNode(each)
  })
  const nodes = selector.children.toArray()
  if (!isSafe || nodes.length === 0 || nodes[0]?.type === 'Combinator') return undefined
  const rest = withoutRoots(nodes)
  if (rest.length === 0) return scope
  return `${scope} ${rest.map(generate).join('')}`
}
