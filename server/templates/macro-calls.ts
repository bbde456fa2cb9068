import { templateTags } from '#core/sql/template-tags.ts'
import { isFilled, type RenderingRecord } from './rendering-record.ts'
import type { MacroContext, MacroLookup } from './macro-task.ts'
import { strftime } from '#server/sql/strftime.ts'

type Call = (...given: unknown[]) => unknown

/** Returns the arguments by name: positional ones, then named ones, which arrive as a map at the end. */
function argumentsByName(given: readonly unknown[], names: readonly string[]): Record<string, unknown> {
  const last = given.at(-1)
  const byName = last instanceof Map ? (Object.fromEntries(last) as Record<string, unknown>) : {}
  const inOrder = last instanceof Map ? given.slice(0, -1) : given
  return { ...Object.fromEntries(names.map((name, index) => [name, inOrder[index]])), ...byName }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Returns the functions and variables of templates. Returned texts are escaped for use within quotes; `where_in` knows
 * their originals and quotes them itself.
 */
export function macroGlobals(book: RenderingRecord): Readonly<Record<string, unknown>> {
  const { macroContext } = book
  return {
    ...macroContext.variables,
    ...instant('from_dttm', macroContext.time.from),
    ...instant('to_dttm', macroContext.time.to),
    ...userMacros(book),
    ...filterMacros(book),
    ...lookUpMacros(book),
  }
}

/** Returns additional template filters, besides the built-in ones. */
export function macroFilters(book: RenderingRecord): Readonly<Record<string, Call>> {
  return {
    where_in(value, ...given) {
      const { default_to_none } = argumentsByName(given, ['mark', 'default_to_none'])
      const values = Array.isArray(value) ? value : isFilled(value) ? [value] : []
      if (values.length === 0 && default_to_none === true) return null
      // The SQL returns no rows then, but has to be valid.
      if (values.length === 0 && book.reads.missing.length > 0) return '(NULL)'
      return `(${values.map((each) => book.literal(each)).join(', ')})`
    },
  }
}

function userMacros(book: RenderingRecord): Record<string, Call> {
  const { user, urlParams } = book.macroContext
  return {
    current_user_id: () => user.id,
    current_username: () => book.safe(user.username),
    current_user_email: () => book.safe(user.email),
    current_user_roles() {
      if (user.roles === null)
        throw new Error('an API token that is limited to a role cannot read current_user_roles()')
      return book.safe(user.roles)
    },
    attribute: (...given) => book.attribute(String(argumentsByName(given, ['name'])['name'])),
    cache_key_wrapper(value) {
      book.keys.push(value ?? null)
      return value
    },
    url_param(...given) {
      const requested = argumentsByName(given, ['param', 'default', 'add_to_cache_keys', 'escape_result'])
      const name = String(requested['param'])
      const value = Object.hasOwn(urlParams, name) ? urlParams[name] : requested['default']
      return requested['escape_result'] === false ? (value ?? null) : book.safe(value)
    },
  }
}

function filterMacros(book: RenderingRecord): Record<string, Call> {
  return {
    filter_values(...given) {
      const requested = argumentsByName(given, ['column', 'default', 'remove_filter'])
      const found = book.filtersOn(String(requested['column']), requested['remove_filter'])
      if (found.length > 0) return found.flatMap(({ val }) => book.safe(val))
      return isFilled(requested['default']) ? [requested['default']] : []
    },
    get_filters(...given) {
      const requested = argumentsByName(given, ['column', 'remove_filter'])
      return book.filtersOn(String(requested['column']), requested['remove_filter']).map(({ col, op, val }) => {
        const single = ['IN', 'NOT IN'].includes(op.toUpperCase()) && !Array.isArray(val)
        return { op: op.toUpperCase(), col: book.safe(col), val: book.safe(single ? [val] : val) }
      })
    },
    get_time_filter(...given) {
      const requested = argumentsByName(given, ['column', 'default', 'target_type', 'strftime', 'remove_filter'])
      const column = text(requested['column'])
      const filters = column === null ? [] : book.filtersOn(column, requested['remove_filter'])
      const own =
        text(filters.find(({ op }) => op.toUpperCase() === 'TEMPORAL_RANGE')?.val) ?? book.macroContext.time.range
      const range = own === null || own === 'No filter' ? (text(requested['default']) ?? 'No filter') : own
      const [type, pattern] = [text(requested['target_type']), text(requested['strftime'])]
      const ends = book.lookUp({ macro: 'time', column, range, type, strftime: pattern }, {}) as object
      return { from_expr: null, to_expr: null, ...ends, time_range: book.safe(range) }
    },
  }
}

function lookUpMacros(book: RenderingRecord): Record<string, Call> {
  return {
    metric(...given) {
      const requested = argumentsByName(given, ['key', 'dataset_id'])
      const id = Number(requested['dataset_id'] ?? Number.NaN)
      const dataset = Number.isSafeInteger(id) ? id : null
      return book.lookUp({ macro: 'metric', name: String(requested['key']), dataset }, '')
    },
    dataset(...given) {
      const requested = argumentsByName(given, ['id', 'include_metrics', 'columns'])
      const columns = Array.isArray(requested['columns']) ? requested['columns'].map(String) : null
      const metrics = requested['include_metrics'] === true
      const need: MacroLookup = { macro: 'dataset', id: Number(requested['id']), metrics, columns }
      return book.lookUp(need, '')
    },
  }
}

/** Returns a timestamp that prints as its date and time; `<name>_at` has its methods. */
function instant(name: string, epochMs: MacroContext['time']['from']): Record<string, unknown> {
  if (epochMs === null) return { [name]: null, [`${name}_at`]: null }
  const iso = new Date(epochMs).toISOString().replace(/(\.000)?Z$/, '')
  const methods = {
    strftime: (pattern: unknown) => strftime(String(pattern), epochMs),
    isoformat: () => iso,
    timestamp: () => epochMs / 1000,
    date: () => iso.slice(0, 10),
  }
  return { [name]: iso.replace('T', ' '), [`${name}_at`]: methods }
}

/**
 * Rewrites method calls on timestamps to their second name: the sandbox has no type whose values both print and have
 * methods. Runs in linear time.
 */
export function rewriteTimestampCalls(source: string): string {
  let rewritten = ''
  let from = 0
  for (const { start, end } of templateTags(source)) {
    rewritten += source.slice(from, start)
    rewritten += source.slice(start, end).replace(/\b(from_dttm|to_dttm)(?=\s*\.\s*[a-z])/g, '$1_at')
    from = end
  }
  return rewritten + source.slice(from)
}
