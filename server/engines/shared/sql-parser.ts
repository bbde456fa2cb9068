import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#core/rest/api-error.ts'
import { WorkerPool } from '#server/workers/pool.ts'
import { TaskError } from '#server/workers/task.ts'
import { currentDeadline } from '../query-deadline.ts'
import type { Node } from '../restrict-tables.ts'
import type { ParserDialect, ParserReply, ParserTask } from './parser-task.ts'

/* The parser of SQL for engines without a grammar of their own: sqlparser-rs as WebAssembly, in worker threads. */

/** Maximum length of a parsed text in bytes. */
export const MAX_PARSED_BYTES = 32_768

/** An invalid text; `position` is an offset in it. */
export class SqlSyntaxError extends Error {
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}

/** Limits of one parser thread: milliseconds per text, and MiB of its heap. A usual text takes a few milliseconds. */
const LIMIT_MS = 2000
const MEMORY_MB = 128
const THREADS = 3
/** Number of texts that exceeded a limit and are rejected without another attempt. */
const MAX_REMEMBERED = 500
/** Milliseconds until such a text is tried again: the cause may have been a busy machine. */
const REMEMBERED_MS = 600_000

/** Parses texts in worker threads, so that no text blocks the event loop. Texts that exceed a limit are remembered. */
export class ParserThreads {
  readonly #pool: WorkerPool<ParserTask, ParserReply>
  readonly #limitMs: number
  readonly #exceeding = new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })

  constructor(limitMs = LIMIT_MS) {
    this.#limitMs = limitMs
    this.#pool = new WorkerPool({
      from: import.meta.url,
      name: 'sql-parser-worker',
      threads: THREADS,
      limitMs,
      memoryMb: MEMORY_MB,
      tasks: 'parser-tasks',
    })
  }

  /** Returns the trees of the statements in a text. Throws `SqlSyntaxError`, also for a text that exceeds a limit. */
  async parse(task: ParserTask): Promise<readonly Node[]> {
    const key = createHash('sha256').update(JSON.stringify(task)).digest('base64')
    const cached = this.#exceeding.get(key)
    if (cached !== undefined) throw new SqlSyntaxError(cached)
    const signal = currentDeadline() ?? new AbortController().signal
    const reply = await this.#pool.run(task, { person: null, signal }).catch((error: unknown) => {
      const message = this.#limitMessage(error)
      if (message === undefined) throw error
      this.#exceeding.set(key, message)
      throw new SqlSyntaxError(message)
    })
    if ('trees' in reply) return reply.trees
    throw syntaxError(reply.message, task.text)
  }

  /** Ends the threads; for tests. */
  close(): void {
    this.#pool.close()
  }

  /** Returns the message for a text that has exceeded a limit of the threads; undefined for other errors. */
  #limitMessage(error: unknown): string | undefined {
    if (error instanceof ApiError && error.code === 'work-timeout')
      return `The statement was not parsed within ${this.#limitMs / 1000} seconds: simplify it`
    if (error instanceof TaskError || (error instanceof ApiError && error.code === 'work-memory'))
      return 'The statement is nested too deeply, or has too many terms'
    return undefined
  }
}

const threads = new ParserThreads()

/**
 * Returns the trees of the statements in a text. Throws `SqlSyntaxError` for a text that is invalid, too long or nested
 * too deeply, and for a text that the parser and the server would read differently.
 */
export async function parseSql(text: string, dialect: ParserDialect): Promise<readonly Node[]> {
  requireReadable(text, dialect)
  return threads.parse({ dialect, text })
}

/** Comments that a server of the MySQL family runs as SQL, and control characters. */
const HIDDEN = /\/\*M?!|(?![\t\n\r])\p{Cc}|\ufeff|\p{Surrogate}/u
/**
 * Texts, quoted names and comments, from the left as servers read them. A text without a closing quote extends to the
 * end: otherwise each quote in it would be tried again.
 */
const QUOTED =
  /'(?:[^'\\]|\\.|'')*(?:'|\\?$)|"(?:[^"\\]|\\.|"")*(?:"|\\?$)|`(?:[^`]|``)*(?:`|$)|--[^\n]*|#[^\n]*|\/\*.*?(?:\*\/|$)/gsu
/** The same for SQLite, where a backslash is a character like others. */
const QUOTED_IN_SQLITE = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|--[^\n]*|\/\*.*?(?:\*\/|$)/gsu
/** The same for Trino, where a backtick begins no name. */
const QUOTED_IN_TRINO = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*.*?(?:\*\/|$)/gsu
/** The same for SQL Server, where brackets are around names. */
const QUOTED_IN_MSSQL =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\[(?:[^\]]|\]\])*(?:\]|$)|--[^\n]*|\/\*.*?(?:\*\/|$)/gsu
/** The same for BigQuery: a backslash escapes in all of them, and a quote is never doubled. */
const QUOTED_IN_BIGQUERY =
  /'(?:[^'\\]|\\.)*(?:'|\\?$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|`(?:[^`\\]|\\.)*(?:`|\\?$)|--[^\n]*|#[^\n]*|\/\*.*?(?:\*\/|$)/gsu
/** The same for Databricks. The parser reads a backslash as any character, so none may stand before a quote. */
const QUOTED_IN_DATABRICKS = /'(?:[^']|'')*(?:'|$)|`(?:[^`]|``)*(?:`|$)|--[^\n]*|\/\*.*?(?:\*\/|$)/gsu
/** The same for Snowflake. */
const QUOTED_IN_SNOWFLAKE = /'(?:[^'\\]|\\.|'')*(?:'|\\?$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*.*?(?:\*\/|$)/gsu
const QUOTED_IN: Readonly<Record<ParserDialect, RegExp>> = {
  bigquery: QUOTED_IN_BIGQUERY,
  clickhouse: QUOTED,
  databricks: QUOTED_IN_DATABRICKS,
  snowflake: QUOTED_IN_SNOWFLAKE,
  mssql: QUOTED_IN_MSSQL,
  mysql: QUOTED,
  sqlite: QUOTED_IN_SQLITE,
  generic: QUOTED_IN_TRINO,
}
/** Characters outside of texts that the parser of a dialect reads, and its engine does not. */
const FOREIGN: Readonly<Partial<Record<ParserDialect, RegExp>>> = {
  sqlite: /[[#]/,
  generic: /[`#$&:{}\\]|\*\/|\r(?!\n)/,
  mssql: /[`#$:{}\\]|\*\/|\r(?!\n)/,
  bigquery: /[$:{}\\]|\*\/|\r(?!\n)/,
  // Two slashes begin a comment in Snowflake, and `#` one for the parser only.
  snowflake: /[`#$&{}\\]|\/\/|\*\/|\r(?!\n)/,
  // By a setting, a text in double quotes is a name.
  databricks: /["#$&{}\\]|\*\/|\r(?!\n)/,
}
const BACKTICKS = 'Quote names with backticks, and texts with single quotes'
const NAME_QUOTES: Readonly<Partial<Record<ParserDialect, string>>> = { bigquery: BACKTICKS, databricks: BACKTICKS }
/** Spaces to the parser, letters of names to servers. */
const OTHER_SPACE = /(?![\t\n\r ])[\s\u0085\u2000-\u200f\u2028-\u202f\u205f-\u206f]/u
/**
 * Words that begin a statement of SQL Server, or change how one runs. Statements need no separator there: what the parser
 * reads as an alias could be the next statement.
 */
const STATEMENT_WORDS =
  /(?<![\p{L}\p{N}_])(?:alter|backup|begin|break|browse|bulk|checkpoint|close|commit|continue|create|dbcc|deallocate|declare|delete|deny|drop|dump|exec|execute|goto|grant|holdlock|if|insert|into|kill|lineno|load|merge|open|openquery|openrowset|opendatasource|openxml|option|print|proc|procedure|raiserror|readtext|reconfigure|restore|return|revert|revoke|rollback|save|set|setuser|shutdown|tablesample|tran|transaction|trigger|truncate|tsequal|update|updatetext|use|waitfor|while|writetext)(?![\p{L}\p{N}_])/iu

/** Tokens that begin like a number, and the numbers whose end all readers agree on. */
const NUMERIC = /(?<![\p{L}\p{N}_$])\.?\d[\p{L}\p{N}_$.]*/gu
const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:e\d*)?$|^0x[\da-f]+$|^0b[01]+$/i

/** The time of the parser doubles with each nested POSITION, and with each INTERVAL before anything but these. */
const MAX_PARENTHESES = 12
const MAX_POSITIONS = 4
const UNIT =
  '(?:(?:(?:day|hour|minute|second)_)?(?:microsecond|second|minute|hour)|day|week|month|quarter|year|year_month)s?'
/** Read in a text without double spaces. */
const OPEN_INTERVAL = new RegExp(`\\binterval\\b(?! ?\\(| ?-? ?(?:\\d[\\d.]*|x+|\\?)(?: ?\\* ?\\d+)? ${UNIT}\\b)`, 'iu')

/** Throws `SqlSyntaxError` for a text that the parser and the server may read differently, or that takes too long. */
function requireReadable(text: string, dialect: ParserDialect): void {
  if (Buffer.byteLength(text) > MAX_PARSED_BYTES)
    throw new SqlSyntaxError(`The statement is longer than ${MAX_PARSED_BYTES} bytes`)
  const found = HIDDEN.exec(text)
  if (found) {
    const subjectText = found[0].startsWith('/*') ? 'A comment with SQL' : 'A control character'
    throw new SqlSyntaxError(`${subjectText} is not allowed`, found.index)
  }
  const hide = HIDING[dialect] ?? withoutQuoted
  const bare = text.replace(QUOTED_IN[dialect], hide)
  const foreign = FOREIGN[dialect] ? bare.search(FOREIGN[dialect]) : -1
  if (foreign >= 0) throw new SqlSyntaxError(NAME_QUOTES[dialect] ?? 'Quote names with double quotes', foreign)
  // Snowflake chains any statements by it. The parser reads an operator and a name.
  const chain = dialect === 'snowflake' ? bare.indexOf('->>') : -1
  if (chain >= 0) throw new SqlSyntaxError('Chains of statements (->>) are not allowed', chain)
  const other = dialect === 'mssql' ? STATEMENT_WORDS.exec(bare) : null
  if (other) throw new SqlSyntaxError(`${other[0].toUpperCase()} is not allowed: write names in brackets`, other.index)
  const space = OTHER_SPACE.exec(bare)
  if (space) throw new SqlSyntaxError('Only ASCII spaces are allowed outside of texts', space.index)
  const variable = bare.indexOf('@')
  if (variable >= 0) throw new SqlSyntaxError('Variables are not allowed', variable)
  for (const { 0: word, index } of bare.matchAll(NUMERIC))
    if (!NUMBER.test(word)) throw new SqlSyntaxError(`${word} is neither a number nor a name: quote names`, index)
  const interval = openInterval(bare)
  if (interval !== undefined) throw new SqlSyntaxError('The expression after INTERVAL needs parentheses', interval)
  if (depthOf(bare) > MAX_PARENTHESES || (bare.match(/\bposition\b/gi) ?? []).length > MAX_POSITIONS)
    throw new SqlSyntaxError('The statement is nested too deeply, or has too many terms')
}

/** Returns the offset of the first INTERVAL before an expression without parentheses. */
function openInterval(bare: string): number | undefined {
  const compact = bare.replace(/\s+/gu, ' ')
  const found = OPEN_INTERVAL.exec(compact)
  if (!found) return undefined
  const before = compact.slice(0, found.index).match(/\binterval\b/giu)?.length ?? 0
  return [...bare.matchAll(/\binterval\b/giu)][before]?.index
}

/** Replaces a text or quoted name by as many letters, except for spaces that servers read as letters. */
function withoutQuoted(part: string, at: number): string {
  if (/^[-#/]/.test(part)) {
    if (/['"`]/.test(part)) throw new SqlSyntaxError('A quote in a comment is not allowed', at)
    return part
  }
  if (!part.startsWith('`')) return 'x'.repeat(part.length)
  // MariaDB opens the table whose file has the rest of this name.
  if (/^`#mysql50#/i.test(part)) throw new SqlSyntaxError('Names of files are not allowed', at)
  if (OTHER_SPACE.test(part)) throw new SqlSyntaxError('Only ASCII spaces are allowed in names', at)
  return 'x'.repeat(part.length)
}

/**
 * In Trino, comments end at the first end of a comment, lines end at a carriage return, and no text has a prefix. In SQL
 * Server comments nest.
 */
function withoutQuotedStrictly(part: string, at: number, text: string, prefix: RegExp): string {
  if (!/^[-/#]/.test(part)) {
    const before = text.slice(Math.max(0, at - 2), at)
    if (/[\p{L}\p{N}_]$/u.test(before) && !prefix.test(before))
      throw new SqlSyntaxError('A text or name must be separate from the word before it', at)
    return withoutQuoted(part, at)
  }
  if (part.slice(2).includes('/*') || /\r(?!$)/.test(part))
    throw new SqlSyntaxError('A comment must not contain another comment or a carriage return', at)
  if (part.startsWith('/*') && !/^\/\*.*\*\/$/s.test(part)) throw new SqlSyntaxError('A comment is not closed', at)
  return ' '.repeat(withoutQuoted(part, at).length)
}

/** How the quoted parts of a dialect are replaced, if not like those of MySQL. */
const HIDING: Readonly<Partial<Record<ParserDialect, (part: string, at: number, text: string) => string>>> = {
  generic: (part, at, text) => withoutQuotedStrictly(part, at, text, /(?<![\p{L}\p{N}_])x$/iu),
  mssql: (part, at, text) => withoutQuotedStrictly(part, at, text, /(?<![\p{L}\p{N}_])n$/iu),
  bigquery: (part, at, text) => withoutQuotedSeparately(part, at, text),
  databricks(part, at, text) {
    // Spark replaces variables even in texts, and a comment goes on after a backslash at the end of its line.
    const isContinued = part.startsWith('-') && part.includes('\\')
    if (isContinued || part.startsWith('/*+') || part.includes('${') || /(?<!\\)(?:\\\\)*\\'/.test(part))
      throw new SqlSyntaxError('A variable, a hint or a backslash before a quote is not allowed', at)
    return withoutQuotedStrictly(part, at, text, NO_PREFIX)
  },
  snowflake: (part, at, text) => withoutQuotedStrictly(part, at, text, NO_PREFIX),
}

/** Matches no text: texts have no prefix. */
const NO_PREFIX = /(?!)/u

/** In BigQuery, three quotes begin a text with line breaks, and a doubled quote is no part of a text or name. */
function withoutQuotedSeparately(part: string, at: number, text: string): string {
  if (/^['"`]/.test(part) && /['"`]/.test(text.charAt(at + part.length)))
    throw new SqlSyntaxError('A text or name must be separate from the next one: escape quotes by backslashes', at)
  if (part.startsWith('`') && part.includes('\\')) throw new SqlSyntaxError('A backslash in a name is not allowed', at)
  return withoutQuotedStrictly(part, at, text, NO_PREFIX)
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const each of text) {
    if (each === '(') deepest = Math.max(deepest, ++depth)
    if (each === ')') depth--
  }
  return deepest
}

function syntaxError(message: string, text: string): SqlSyntaxError {
  const [, messageText = message, line, column] =
    /^(?:sql parser error: )?(.*?)(?: at Line: (\d+), Column: (\d+).*)?$/s.exec(message) ?? []
  if (line === undefined) return new SqlSyntaxError(messageText)
  return new SqlSyntaxError(
    `${messageText} (line ${line}, column ${column})`,
    offsetOf(text, Number(line), Number(column)),
  )
}

/** Returns the offset of a place in a text. Lines and columns count from 1, columns in characters. */
export function offsetOf(text: string, line: number, column: number): number {
  let from = 0
  for (let each = 1; each < line; each++) {
    const end = text.indexOf('\n', from)
    if (end < 0) return text.length
    from = end + 1
  }
  let at = from
  for (let each = 1; each < column && at < text.length; each++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}
