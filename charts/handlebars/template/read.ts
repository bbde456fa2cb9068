import { parse } from '@handlebars/parser'
import { MAX_NESTING, MAX_TEMPLATE_LENGTH } from './limits.ts'
import { TemplateFault } from './run.ts'
import type { Program } from './tree.ts'

const tooDeep = () => new TemplateFault('Blocks stand within each other more than %s deep', MAX_NESTING)

/** The braces that open a raw block. */
const MAX_BRACES = 4

const TAG = /\{\{\{?\{?~?\s*([#^/]|else\b)?[^]*?\}\}/g

/**
 * Refuses what is nested deeper than it may be, before it is parsed: that takes a time that grows with the square of the
 * depth. Every `else if` is one level, as it is to the parser.
 */
function refuseDepth(template: string): void {
  const within: number[] = []
  for (const [tag, sign] of template.matchAll(TAG)) {
    if (sign === '#' || sign === '^') within.push(1)
    else if (sign === 'else' && within.length > 0) within[within.length - 1] = (within.at(-1) ?? 0) + 1
    else if (sign === '/') within.pop()
    const depth = within.reduce((sum, each) => sum + each, 0)
    if (depth > MAX_NESTING || tag.split('(').length > MAX_NESTING) throw tooDeep()
  }
}

/**
 * Rejects a tag that another tag opens in, or that nothing closes. The parser would find it too, in a time that grows
 * with the square of the number of braces.
 */
function rejectOpenTags(template: string): void {
  for (let start = template.indexOf('{{'); start >= 0; ) {
    let inside = start
    while (template[inside] === '{' && inside - start < MAX_BRACES) inside++
    const end = template.startsWith('!--', inside) ? template.indexOf('--}}', inside) : template.indexOf('}}', inside)
    if (end < 0 || (template[inside] !== '!' && template.slice(inside, end).includes('{{')))
      throw new TemplateFault('The tag at character %s is not closed', start + 1)
    start = template.indexOf('{{', end)
  }
}

/** The tree of a template. Throws a `TemplateFault` that says what it cannot read, and where. */
export function read(template: string): Program {
  if (template.length > MAX_TEMPLATE_LENGTH)
    throw new TemplateFault('The template is longer than %s characters', MAX_TEMPLATE_LENGTH)
  rejectOpenTags(template)
  refuseDepth(template)
  try {
    return parse(template)
  } catch (error) {
    throw new TemplateFault('%s', error instanceof Error ? error.message : String(error))
  }
}
