import { templateTags } from '#core/sql/template-tags.ts'

/** A dataset that a template reads by a macro. */
export interface DatasetReferences {
  /** Ids of the datasets that are read, or may be read if a variable has several values. */
  readonly ids: ReadonlySet<number>
  /** Names of metrics that are read, by the id of their dataset. */
  readonly metrics: readonly (readonly [dataset: number, metric: string])[]
  /** Ids of the datasets that are read as a table. */
  readonly tables: ReadonlySet<number>
  /** Ids of the datasets whose metrics are columns of such a table. */
  readonly withMetrics: ReadonlySet<number>
  /** False if the template also computes an id, so that further datasets may be read. */
  readonly isComplete: boolean
}

const TOKENS = /'(?:[^'\\]|\\.?)*(?:'|$)|"(?:[^"\\]|\\.?)*(?:"|$)|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_]*|[=!<>]=|\S/gsu
const MACROS: Readonly<Record<string, readonly string[]>> = {
  dataset: ['id', 'include_metrics', 'columns'],
  metric: ['key', 'dataset_id'],
}
/** The arguments that decide which datasets and metrics a macro reads. */
const ARGUMENTS = ['id', 'include_metrics', 'key', 'dataset_id']
/** Maximum nesting of brackets in the arguments of a macro; deeper ones count as computed. */
const MAX_NESTING = 20
/** Maximum number of known values of a variable; more count as computed. */
const MAX_VALUES = 20
const OPENING = new Set('([{')
const CLOSING = new Set(')]}')

/** A value known without rendering. */
type Constant = string | number
type Constants = ReadonlyMap<string, ReadonlySet<Constant | undefined>>

/**
 * Returns the datasets that the macros `dataset` and `metric` of a template read. An id may be a literal, a variable
 * that is set to literals, or one of `parameters`. Nothing is rendered: a tag in a branch that never runs counts.
 */
export function datasetReferences(template: string, parameters: Readonly<Record<string, unknown>>): DatasetReferences {
  const tags = tagsOf(template)
  const constants = constantsIn(tags, parameters)
  const variables = new Set(tags.flatMap(variablesOf))
  const ids = new Set<number>()
  const metrics: (readonly [number, string])[] = []
  const tables = new Set<number>()
  const withMetrics = new Set<number>()
  let isComplete = true
  const read = new Set<string>()
  for (const { macro, given } of tags.flatMap((tokens) => callsIn(tokens, variables))) {
    const dataset = given?.get(macro === 'metric' ? 'dataset_id' : 'id')
    // A metric without a dataset is one of the dataset itself.
    if (macro === 'metric' && given && isNone(dataset)) continue
    const call = JSON.stringify([macro, ...ARGUMENTS.map((name) => given?.get(name) ?? [])])
    if (read.has(call)) continue
    read.add(call)
    const names = macro === 'metric' ? valuesOf(given?.get('key'), constants) : undefined
    for (const value of valuesOf(dataset, constants) ?? [undefined]) {
      const id = idOf(value)
      if (id === undefined) isComplete = false
      else {
        ids.add(id)
        if (macro === 'dataset') tables.add(id)
        if (macro === 'dataset' && !isFalse(given?.get('include_metrics'))) withMetrics.add(id)
        for (const name of names ?? []) if (name !== undefined) metrics.push([id, String(name)])
      }
    }
  }
  return { ids, metrics, tables, withMetrics, isComplete }
}

const isNone = (tokens: readonly string[] | undefined): boolean =>
  tokens === undefined || (tokens.length === 1 && /^none$/i.test(tokens[0] ?? ''))

const isFalse = (tokens: readonly string[] | undefined): boolean =>
  isNone(tokens) || (tokens?.length === 1 && /^false$/i.test(tokens[0] ?? ''))

/** A use of a macro. Without `given` it is not called here, but may be under another name. */
interface MacroUse {
  readonly macro: string
  readonly given?: ReadonlyMap<string, readonly string[]> | undefined
}

function callsIn(tokens: readonly string[], variables: ReadonlySet<string>): readonly MacroUse[] {
  return tokens.flatMap((macro, at) => {
    const parameters = Object.hasOwn(MACROS, macro) ? MACROS[macro] : undefined
    // An attribute, or the name of an argument.
    if (!parameters || tokens[at - 1] === '.' || tokens[at + 1] === '=') return []
    if (tokens[at + 1] === '(') return [{ macro, given: argumentsAt(tokens, at + 2, parameters) }]
    return variables.has(macro) ? [] : [{ macro }]
  })
}

/** Returns the variables that a tag sets. */
function variablesOf(tokens: readonly string[]): readonly string[] {
  const [word, ...rest] = withoutTrim(tokens)
  if (word === 'set') return setTargets(rest)
  return word === 'for' ? rest.slice(0, Math.max(0, rest.indexOf('in'))) : []
}

/** Returns the variables of a `set` tag, which may be several. Without a value they are set to the text of a block. */
function setTargets(tokens: readonly string[]): readonly string[] {
  const sign = tokens.indexOf('=')
  return tokens.slice(0, sign < 0 ? tokens.length : sign).filter((token) => /^[\p{L}_]/u.test(token))
}

const tagsOf = (template: string): readonly (readonly string[])[] =>
  templateTags(template).flatMap(({ type, content }) => (type === 'comment' ? [] : [content.match(TOKENS) ?? []]))

/** Returns the values that each variable may have; undefined stands for a computed value. */
function constantsIn(tags: readonly (readonly string[])[], parameters: Readonly<Record<string, unknown>>): Constants {
  const values = new Map<string, Set<Constant | undefined>>()
  for (const [name, value] of Object.entries(parameters))
    values.set(name, new Set([typeof value === 'number' || typeof value === 'string' ? value : undefined]))
  const add = (name: string, value: Constant | undefined): void => {
    const known = values.get(name) ?? new Set()
    values.set(name, known.add(known.size < MAX_VALUES ? value : undefined))
  }
  for (const tokens of tags.map(withoutTrim)) {
    const [word, name = '', sign, value = ''] = tokens
    if (word === 'set' && sign === '=' && tokens.length === 4) add(name, literalOf(value))
    else if (word === 'set') for (const each of setTargets(tokens.slice(1))) add(each, undefined)
    // Variables of loops, blocks and macros hide those of the same name.
    else if (['for', 'with', 'macro', 'call'].includes(word ?? ''))
      for (const each of tokens.slice(1)) if (/^[\p{L}_]/u.test(each)) add(each, undefined)
  }
  return values
}

/** Returns the tokens without the signs at the start and the end of a tag that trim white space. */
const withoutTrim = (tag: readonly string[]): readonly string[] =>
  tag.filter((token, at) => !/^[-+]$/.test(token) || (at > 0 && at < tag.length - 1))

function literalOf(token: string): Constant | undefined {
  if (/^\d+$/.test(token)) return Number(token)
  const isPlain = /^(['"]).*\1$/s.test(token) && !token.includes('\\')
  return isPlain ? token.slice(1, -1) : undefined
}

function idOf(value: Constant | undefined): number | undefined {
  const isNumber = typeof value === 'number' || (value !== undefined && /^\d+$/.test(value))
  const id = Number(value)
  return isNumber && Number.isSafeInteger(id) ? id : undefined
}

/** Returns the values that an argument may have, or undefined if it is computed or missing. */
function valuesOf(tokens: readonly string[] | undefined, constants: Constants) {
  const [token = ''] = tokens ?? []
  if (tokens?.length !== 1) return undefined
  const literal = literalOf(token)
  return literal === undefined ? constants.get(token) : new Set([literal])
}

/**
 * Returns the tokens of each argument of a call, by name; undefined if its brackets do not match or are too deep. `at` is
 * the first token after the bracket.
 */
function argumentsAt(tokens: readonly string[], at: number, names: readonly string[]) {
  const given = new Map<string, readonly string[]>()
  let argument: string[] = []
  let depth = 0
  let count = 0
  const end = (): void => {
    const [name = '', sign] = argument
    if (sign === '=' && names.includes(name)) given.set(name, argument.slice(2))
    else if (argument.length > 0) given.set(names[count] ?? '', argument)
    count++
    argument = []
  }
  for (let next = at; next < tokens.length; next++) {
    const token = tokens[next] ?? ''
    if (depth === 0 && token === ')') break
    if (depth === 0 && token === ',') end()
    else {
      depth += Number(OPENING.has(token)) - Number(CLOSING.has(token))
      // The limits also bound the number of calls that a token is an argument of.
      if (depth < 0 || depth > MAX_NESTING) return undefined
      argument.push(token)
    }
  }
  end()
  return given
}
