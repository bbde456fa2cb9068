import { templateTags } from '#core/sql/template-tags.ts'
import type { QuoteMark } from './quote-mark.ts'
import { namesWithOffsets, otherNames, withoutLiterals } from './replace-name-in-sql.ts'

/** The names that a SELECT reads from one of its datasets, in lower case. */
export interface ColumnSources {
  /** Names outside of the select list, such as keys and conditions: every column of the result depends on them. */
  readonly rows: ReadonlySet<string>
  /** Returns the names that a column of the result is computed from. */
  readonly of: (column: string) => ReadonlySet<string>
  /** True if each column may be read under any name: the SQL renames columns by position, or is too long. */
  readonly isPositional: boolean
}

/** Maximum length of the SQL in characters: in longer SQL each column may be read under any name. */
const MAX_LENGTH = 20_000
const NAME = String.raw`(?:"(?:[^"]|"")*"|\x60(?:[^\x60]|\x60\x60)*\x60|[\p{L}_][\p{L}\p{N}_$]*)`
/** Some databases take names in brackets, of at most 128 characters; in others these are arrays. */
const NAME_OR_BRACKETS = String.raw`(?:${NAME}|\[[^\]]{1,128}\])`
/** Brackets around a single quote mark: it is part of a name, so that the rest of the SQL cannot be divided at quotes. */
const QUOTE_IN_NAME = /\[[^[\]'"]*['"][^[\]'"]*\]/
/** A dataset as a sub-query with an alias, as the SQL of joins has it. */
const ALIASED = new RegExp(
  String.raw`\(\s*SELECT\s+\*\s+FROM\s+\{\{\s*dataset\(\s*(\d+)\s*\)\s*\}\}\s*\)\s*(?:AS\s+)?(${NAME})`,
  'giu',
)
const POSITIONAL = [
  new RegExp(String.raw`\bAS\s+(?!(?:NOT\s+)?MATERIALIZED\b)${NAME_OR_BRACKETS}\s*\(\s*(?:["\x60[]|[\p{L}_])`, 'iu'),
  new RegExp(
    String.raw`(?:\bWITH|\bRECURSIVE|,)\s+${NAME_OR_BRACKETS}\s*\(\s*${NAME_OR_BRACKETS}(?:\s*,\s*${NAME_OR_BRACKETS})*\s*\)\s+AS\b`,
    'iu',
  ),
]
const STRUCTURE = new RegExp(String.raw`[()[\],]|${NAME}`, 'gu')
const SET_OPERATIONS = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'MINUS'])
const STAR = new RegExp(String.raw`^\s*(?:DISTINCT\s+)?(?:${NAME_OR_BRACKETS}\s*\.\s*)*\*`, 'iu')
const AS_NAME = new RegExp(String.raw`\bAS\s+(${NAME})\s*$`, 'iu')
/** A column, or a column or call with a name. */
const PLAIN_ITEM = new RegExp(
  String.raw`^\s*(?:DISTINCT\s+)?(?:(?:${NAME}\s*\.\s*)*(?:${NAME}\s+)?|${NAME}\s*\([^()]*\)\s*)(${NAME})\s*$`,
  'iu',
)

/**
 * Returns which names of a dataset the columns of a SELECT read. The SQL is a template that reads the dataset by its
 * macro. Where the select list cannot be divided, each column depends on all names.
 */
export function columnSources(template: string, dataset: number, mark: QuoteMark): ColumnSources {
  if (template.length > MAX_LENGTH) return { rows: new Set(), of: () => new Set(), isPositional: true }
  const source = withoutTags(template)
  const sql = withoutLiterals(source, mark)
  const namesOf = nameReader(template, dataset, mark)
  const isPositional = POSITIONAL.some((pattern) => pattern.test(sql))
  const list = isPositional || QUOTE_IN_NAME.test(source) ? undefined : selectList(sql)
  if (!list) {
    const rows = namesOf(source)
    return { rows, of: (column) => new Set([column.toLowerCase()]), isPositional }
  }
  const unnamed = new Set(list.items.filter(({ name }) => name === undefined).flatMap(({ text }) => [...namesOf(text)]))
  const hasStar = list.items.some(({ isStar }) => isStar)
  return {
    rows: namesOf(list.rest),
    isPositional,
    of: (column) => {
      const items = list.items.filter(({ name }) => name?.toLowerCase() === column.toLowerCase())
      if (items.length > 0) return new Set(items.flatMap(({ text }) => [...namesOf(text)]))
      return new Set([...unnamed, ...(hasStar ? [column.toLowerCase()] : [])])
    },
  }
}

function withoutTags(template: string): string {
  let sql = ''
  for (const { start, end } of templateTags(template))
    sql += template.slice(sql.length, start) + ' '.repeat(end - start)
  return sql + template.slice(sql.length)
}

/** Returns a function that reads the names of a part of the SQL, without those of other datasets by their aliases. */
function nameReader(template: string, dataset: number, mark: QuoteMark): (sql: string) => ReadonlySet<string> {
  const aliased = [...template.matchAll(ALIASED)].map(([, id, alias = '']) => ({
    isOwn: Number(id) === dataset,
    alias: plainName(alias).toLowerCase(),
  }))
  // A read without such an alias may have any.
  const areKnown = aliased.length === [...template.matchAll(/\b(?:dataset|metric)\b/g)].length
  const own = new Set(aliased.filter(({ isOwn }) => isOwn).map(({ alias }) => alias))
  const others = new Set(areKnown ? aliased.map(({ alias }) => alias).filter((alias) => !own.has(alias)) : [])
  return (sql) => {
    const names = namesWithOffsets(sql, mark)
    const read = names.flatMap(({ name, from }, at) => {
      const before = names[at - 1]
      const isQualified = before !== undefined && /^\s*\.\s*$/.test(sql.slice(before.to, from))
      return isQualified && others.has(before.name) ? [] : [name]
    })
    return new Set([...read, ...otherNames(sql, mark)])
  }
}

const plainName = (name: string): string =>
  /^["`]/.test(name) ? name.slice(1, -1).replaceAll(name.charAt(0).repeat(2), name.charAt(0)) : name

/** An expression of a select list. */
interface SelectItem {
  readonly text: string
  /** The name of the column; undefined if the engine chooses it, or if it stands for several columns. */
  readonly name: string | undefined
  readonly isStar: boolean
}

/** Divides a single SELECT into its select list and the rest; undefined for other statements. */
function selectList(sql: string): { readonly items: readonly SelectItem[]; readonly rest: string } | undefined {
  let depth = 0
  let start: number | undefined
  let end = sql.length
  const commas: number[] = []
  for (const { 0: token, index: at } of sql.matchAll(STRUCTURE)) {
    if (token === '(' || token === '[') depth++
    else if (token === ')' || token === ']') depth--
    // A name has brackets.
    if (depth < 0) return undefined
    if (depth !== 0) continue
    const word = token.toUpperCase()
    if (SET_OPERATIONS.has(word)) return undefined
    if (start === undefined) {
      if (word !== 'SELECT') return undefined
      start = at + token.length
    } else if (end < sql.length) continue
    else if (token === ',') commas.push(at)
    else if (word === 'FROM') end = at
  }
  if (start === undefined || depth !== 0 || /^\s*DISTINCT\s+ON\b/i.test(sql.slice(start))) return undefined
  const bounds = [start - 1, ...commas, end]
  const items = bounds.slice(1).map((to, at) => selectItem(sql.slice((bounds[at] ?? 0) + 1, to)))
  return { items, rest: sql.slice(end) }
}

function selectItem(text: string): SelectItem {
  if (STAR.test(text)) return { text, name: undefined, isStar: true }
  const explicit = AS_NAME.exec(text)
  if (explicit) return { text: text.slice(0, explicit.index), name: plainName(explicit[1] ?? ''), isStar: false }
  const implicit = /^\s*NOT\b/i.test(text) ? null : PLAIN_ITEM.exec(text)
  return { text, name: implicit ? plainName(implicit[1] ?? '') : undefined, isStar: false }
}
