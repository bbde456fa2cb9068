import { parse } from '@handlebars/parser'
import { MAX_NESTING, MAX_TEMPLATE_LENGTH } from './limits.ts'
import { HandlebarsTemplateError } from './run.ts'
import type { Program } from './tree.ts'

const tooDeep = () => new HandlebarsTemplateError('Blocks are nested more than %s levels deep', MAX_NESTING)

/** The number of braces that open a raw block. */
const MAX_BRACES = 4

const TAG = /\{\{\{?\{?~?\s*([#^/]|else\b)?[^]*?\}\}/g

/**
 * Rejects templates nested too deep before parsing, which takes time in the square of the depth. Like the parser, it
 * counts every `else if` as one level.
 */
function rejectDeepNesting(template: string): void {
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
 * Rejects a tag that contains another opening tag or is not closed. The parser would find it too, in time that grows
 * with the square of the number of braces.
 */
function rejectOpenTags(template: string): void {
  for (let start = template.indexOf('{{'); start >= 0; ) {
    let inside = start
    while (template[inside] === '{' && inside - start < MAX_BRACES) inside++
    const end = template.startsWith('!--', inside) ? template.indexOf('--}}', inside) : template.indexOf('}}', inside)
    if (end < 0 || (template[inside] !== '!' && template.slice(inside, end).includes('{{')))
      throw new HandlebarsTemplateError('The tag at character %s is not closed', start + 1)
    start = template.indexOf('{{', end)
  }
}

/** Parses a template. Throws a `HandlebarsTemplateError` with the cause and the position. */
export function parseTemplate(template: string): Program {
  if (template.length > MAX_TEMPLATE_LENGTH)
    throw new HandlebarsTemplateError('The template is longer than %s characters', MAX_TEMPLATE_LENGTH)
  rejectOpenTags(template)
  rejectDeepNesting(template)
  try {
    return parse(template)
  } catch (error) {
    throw new HandlebarsTemplateError('%s', error instanceof Error ? error.message : String(error))
  }
}
