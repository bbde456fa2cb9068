import type { Call, CallClassification, NamedTable } from '../engine.ts'
import { plainFunctionNames, createMatcher, splitNames } from '../function-names.ts'

/**
 * The functions that users' SQL may call, by category. Every function here computes its result from its arguments, the
 * clock or randomness.
 */
const allowedFunctionNames = splitNames(
  // Numbers.
  `abs acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power
   radians random round sign sin sinh sqrt tan tanh trunc`,
  // Texts.
  `char concat concat_ws format glob hex instr length like lower ltrim octet_length printf quote replace rtrim soundex
   substr substring trim unhex unicode unistr upper`,
  // Times.
  `current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch`,
  // Conditions and types.
  `coalesce if ifnull iif likelihood likely max min nullif typeof unlikely cast row`,
  // JSON.
  `json json_array json_array_length json_extract json_group_array json_group_object json_insert json_object json_patch
   json_pretty json_quote json_remove json_replace json_set json_type json_valid`,
  // Aggregates and windows.
  `avg count group_concat string_agg sum total median percentile percentile_cont percentile_disc cume_dist dense_rank
   first_value lag last_value lead nth_value ntile percent_rank rank row_number`,
)

/** Denied functions, with the reason above each group. `*` matches any characters. */
const deniedFunctions = splitNames(
  // They run code from files, or use addresses in memory.
  `load_extension fts3_tokenizer`,
  // The session and the program.
  `changes total_changes last_insert_rowid sqlite_*`,
  // They create texts of any size from a number.
  `randomblob zeroblob`,
)

/** Operators that are calls of functions, as reported by the engine. */
const OPERATORS = splitNames('-> ->>')

/** Table functions that read only their arguments. */
const TABLE_FUNCTIONS = splitNames('json_each json_tree')

const TYPES = splitNames(
  `text integer int bigint smallint tinyint real double doubleprecision float numeric decimal varchar char character blob
   boolean`,
)

/** Functions that the process of a file defines, for times: they read only their arguments. */
export const FACET_FUNCTIONS = { wallClock: 'facet_wall_clock', parseTime: 'facet_parse_time' } as const

const isOwn = (name: string): boolean => Object.values<string>(FACET_FUNCTIONS).includes(name)

const CATALOGUE = createMatcher(
  splitNames('sqlite_* pragma_* dbstat fts3tokenize fts4aux fts5vocab bytecode tables_used'),
)

const isRefused = createMatcher(deniedFunctions)

/** See `Dialect.functionNames`. */
export const functionNames = plainFunctionNames(allowedFunctionNames)

/** See `Dialect.classifyCall`. */
export function classifyCall({ kind, schema, name }: Call): CallClassification {
  // MATCH and REGEXP call functions that extensions define.
  if (kind === 'operator') return name === 'Match' || name === 'Regexp' ? 'refused' : 'allowed'
  if (kind === 'type') return TYPES.has(name) ? 'allowed' : 'unknown'
  if (schema !== null) return 'unknown'
  if (kind === 'from') return TABLE_FUNCTIONS.has(name) ? 'allowed' : 'refused'
  if (isRefused(name)) return 'refused'
  return kind === 'function' && (allowedFunctionNames.has(name) || isOwn(name)) ? 'allowed' : 'unknown'
}

/** See `Dialect.isCatalogue`. The only schema is `main`; others would be attached files. */
export function isCatalogue({ schema, name }: NamedTable): boolean {
  return (schema !== null && schema !== 'main') || CATALOGUE(name)
}

/** True if the engine may run a function in a statement, as reported while it compiles it. */
export function mayCall(name: string): boolean {
  const known = name.toLowerCase()
  return allowedFunctionNames.has(known) || OPERATORS.has(known) || isOwn(known)
}
