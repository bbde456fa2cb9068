import { parse, stringify } from 'lossless-json'
import { MACROS } from '#core/query/macros.ts'
import { isObject, ownValue } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'

/** The maximum number of parameters in the form. */
const MAX_PARAMETERS = 50

/** Reserved names in template expressions. */
const RESERVED = new Set([
  ...MACROS.map(({ name }) => name),
  ...'and or not in is if else elif endif for endfor set endset true false none True False None loop range'.split(' '),
])

const TAG = /\{#[\s\S]*?#\}|\{\{([\s\S]*?)\}\}|\{%([\s\S]*?)%\}/g
const QUOTED = /'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"/g

/** Returns the variables that a block statement assigns: `set a`, `for a, b in`. */
function assignedNames(block: string): readonly string[] {
  const [, names = ''] = /^[-+\s]*(?:set|for)\s+([\w\s,]+?)\s*(?:=|\bin\b|$)/.exec(block.replace(/[-+\s]+$/, '')) ?? []
  return names.split(',').map((name) => name.trim())
}

/** Returns the variables of an expression, without attributes, filters, tests, calls and argument names. */
function variablesOf(expression: string): readonly string[] {
  const text = expression.replaceAll(QUOTED, "''")
  return [...text.matchAll(/[A-Za-z_]\w*/g)].flatMap(({ 0: name, index }) => {
    const before = text.slice(0, index)
    const after = text.slice(index + name.length)
    const isOther = /[.|]\s*$|\bis\s+(?:not\s+)?$|\w$/.test(before) || /^\s*\(|^\s*=(?!=)/.test(after)
    return isOther || RESERVED.has(name) ? [] : [name]
  })
}

/** Returns the names of the template parameters of SQL in order: variables that are neither macros nor set in the text. */
export function templateParameters(sql: string): readonly string[] {
  const tags = [...sql.matchAll(TAG)]
  const assigned = new Set(tags.flatMap(([, , block]) => (block === undefined ? [] : assignedNames(block))))
  const names = tags.flatMap(([, expression, block]) => variablesOf(expression ?? block ?? ''))
  return [...new Set(names)].filter((name) => !assigned.has(name)).slice(0, MAX_PARAMETERS)
}

/** The parameters of a tab, or why its text is invalid. */
export type ParameterValues = { readonly values: Readonly<Record<string, unknown>> } | { readonly error: string }

/** Parses JSON whose numbers keep all digits, as `LosslessNumber`. Throws what `JSON.parse` throws. */
function parseExact(text: string): unknown {
  JSON.parse(text)
  return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue })
}

/** Serializes what `parseExact` has parsed. */
const printExact = (value: unknown): string => stringify(value) ?? ''

/** Parses the parameters of a tab from JSON; empty text means no parameters. */
export function readParameters(text: string | null): ParameterValues {
  if (!text?.trim()) return { values: {} }
  try {
    const values: unknown = parseExact(text)
    return isObject(values) ? { values } : { error: t('The parameters must be a JSON object, such as {"year": 2020}.') }
  } catch (error) {
    return { error: t('The parameters are not valid JSON: %s', error instanceof Error ? error.message : '') }
  }
}

/** Returns the text that the field of a parameter shows. */
export function parameterText(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = ownValue(values, name)
  if (value === undefined) return ''
  return typeof value === 'string' ? value : printExact(value)
}

/**
 * Returns the JSON with a parameter changed to a text. A number, list or other JSON value stays JSON if the text is
 * valid JSON.
 */
export function withParameter(values: Readonly<Record<string, unknown>>, name: string, text: string): string {
  const before = ownValue(values, name)
  let value: unknown = text
  if (before !== undefined && typeof before !== 'string') {
    try {
      value = parseExact(text)
    } catch {
      // Text that is not JSON is stored as a string.
    }
  }
  return printExact({ ...values, [name]: value })
}
