import type { Atrule, Block, CssNode, Declaration, Rule } from 'css-tree'
import { MAX_CSS_LENGTH } from './max-css-length.ts'
import { isPlainName, isSafeDeclaration, isSafeTree } from './safe-value.ts'
import { scopeSelector } from './scope-selector.ts'
import { generate, parse } from './tree.ts'

/** Sanitized CSS and the parts that were removed from it. */
export interface ScopedCss {
  readonly css: string
  /** The removed texts as written, each at most 80 characters. */
  readonly leftOut: readonly string[]
}

interface ScopeState {
  readonly scope: string
  /** Names of the animations that the CSS defines. They are prefixed with `ANIMATION`. */
  readonly animations: ReadonlySet<string>
  readonly leftOut: string[]
}

const ANIMATION = 'dashboard-'
const MAX_SHOWN = 80

function recordIgnored(by: ScopeState, node: CssNode): string {
  by.leftOut.push(generate(node).slice(0, MAX_SHOWN))
  return ''
}

/** Prints a sanitized declaration. It may only use animations that the CSS itself defines. */
function printDeclaration(declaration: Declaration, by: ScopeState): string {
  if (!isSafeDeclaration(declaration)) return recordIgnored(by, declaration)
  const { property, value, important } = declaration
  const isAnimation = /^(?:-webkit-)?animation(?:-name)?$/i.test(property)
  const text = isAnimation && value.type === 'Value' ? animationText(value.children.toArray(), by) : generate(value)
  return `${property}:${text}${important ? '!important' : ''};`
}

function animationText(parts: readonly CssNode[], { animations }: ScopeState): string {
  const print = (part: CssNode) =>
    part.type === 'Identifier' && animations.has(part.name) ? ANIMATION + part.name : generate(part)
  return parts.map(print).join(' ')
}

function printDeclarations({ children }: Block, by: ScopeState): string {
  return children
    .toArray()
    .map((each) => (each.type === 'Declaration' ? printDeclaration(each, by) : recordIgnored(by, each)))
    .join('')
}

function printRule(rule: Rule, by: ScopeState): string {
  if (rule.prelude.type !== 'SelectorList') return recordIgnored(by, rule)
  const selectors = rule.prelude.children.toArray().flatMap((each) => {
    const scoped = each.type === 'Selector' ? scopeSelector(each, by.scope) : undefined
    if (scoped === undefined) recordIgnored(by, each)
    return scoped ?? []
  })
  const body = selectors.length > 0 ? printDeclarations(rule.block, by) : ''
  return body === '' ? '' : `${selectors.join(',')}{${body}}\n`
}

const STEP = /^(?:from|to|\d+(?:\.\d+)?%)$/i

function printSteps({ children }: Block, by: ScopeState): string {
  return children
    .toArray()
    .map((step) => {
      const at = step.type === 'Rule' ? generate(step.prelude) : ''
      if (step.type !== 'Rule' || !at.split(',').every((each) => STEP.test(each))) return recordIgnored(by, step)
      return `${at}{${printDeclarations(step.block, by)}}`
    })
    .join('')
}

function printAtrule(rule: Atrule, by: ScopeState): string {
  const { prelude, block } = rule
  const name = rule.name.toLowerCase()
  if (!block || !prelude || prelude.type !== 'AtrulePrelude') return recordIgnored(by, rule)
  const text = generate(prelude)
  if (name === 'keyframes')
    return isPlainName(text) ? `@keyframes ${ANIMATION}${text}{${printSteps(block, by)}}\n` : recordIgnored(by, rule)
  if ((name !== 'media' && name !== 'supports') || !isSafeTree(prelude)) return recordIgnored(by, rule)
  return `@${name} ${text}{\n${block.children
    .toArray()
    .map((each) => printNode(each, by))
    .join('')}}\n`
}

function printNode(node: CssNode, by: ScopeState): string {
  if (node.type === 'Rule') return printRule(node, by)
  if (node.type === 'Atrule') return printAtrule(node, by)
  if (node.type === 'Comment' || node.type === 'WhiteSpace' || node.type === 'CDO' || node.type === 'CDC') return ''
  return recordIgnored(by, node)
}

function animationsOf(nodes: readonly CssNode[]): ReadonlySet<string> {
  return new Set(
    nodes.flatMap((node) =>
      node.type === 'Atrule' && node.name.toLowerCase() === 'keyframes' && node.prelude ? [generate(node.prelude)] : [],
    ),
  )
}

/**
 * Sanitizes CSS written by a user and prints it so that it applies only inside `scope`, a selector. It retains rules,
 * `@media`, `@supports` and `@keyframes`. Anything that loads resources, is fixed to the window, uses escapes or cannot
 * be parsed is removed and reported. Selectors of the whole page (`html`, `body`, `:root`, `#app`, `.dashboard`) are
 * replaced by the scope.
 */
export function scopeCss(text: string, scope: string): ScopedCss {
  if (text.length > MAX_CSS_LENGTH) return { css: '', leftOut: [text.slice(0, MAX_SHOWN)] }
  try {
    const sheet = parse(text, { parseCustomProperty: true })
    const nodes = sheet.type === 'StyleSheet' ? sheet.children.toArray() : []
    const by: ScopeState = { scope, animations: animationsOf(nodes), leftOut: [] }
    return { css: nodes.map((node) => printNode(node, by)).join(''), leftOut: by.leftOut }
  } catch {
    // Nested too deeply to parse.
    return { css: '', leftOut: [text.slice(0, MAX_SHOWN)] }
  }
}
