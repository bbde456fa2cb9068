import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Node } from '../narrow.ts'

/* The parser of SQL for engines without a grammar of their own: sqlparser-rs as WebAssembly. */

/** The dialects that engines use, as named by the parser. */
export type ParserDialect = 'mysql' | 'sqlite'

/** Maximum length of a parsed text in bytes: it is parsed in this thread. */
export const MAX_PARSED_BYTES = 32_768

/** An instance that holds more memory is replaced. */
const MAX_MEMORY_BYTES = 64 * 2 ** 20

/** An invalid text; `position` is an offset in it. */
export class SqlSyntaxError extends Error {
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}

/** The part of WebAssembly that is used; Node's types do not declare it. */
const wasm = (globalThis as typeof globalThis & { readonly WebAssembly: WasmApi }).WebAssembly

interface WasmApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly RuntimeError: new () => Error
}

interface WasmMemory {
  readonly buffer: ArrayBuffer
}

/** The functions of the package that are used. */
interface ParserModule {
  initSync(given: { readonly module: object }): { readonly memory: WasmMemory }
  parse_sql(dialect: string, text: string): unknown
}

interface Instance {
  readonly parser: ParserModule
  readonly memory: WasmMemory
}

let folder: string | undefined
let compiled: object | undefined
let current: Promise<Instance> | undefined
let instances = 0

/** Each instance is a module of its own: after a stack overflow the memory of an instance is unusable. */
async function makeInstance(): Promise<Instance> {
  folder ??= join(dirname(createRequire(import.meta.url).resolve('@guanmingchiu/sqlparser-ts')), '../wasm')
  compiled ??= new wasm.Module(readFileSync(join(folder, 'sqlparser_rs_wasm_bg.wasm')))
  instances += 1
  const url = `${pathToFileURL(join(folder, 'sqlparser_rs_wasm.js')).href}?instance=${instances}`
  const parser = (await import(url)) as ParserModule
  return { parser, memory: parser.initSync({ module: compiled }).memory }
}

/**
 * Returns the trees of the statements in a text. Throws `SqlSyntaxError` for a text that is invalid, too long or nested
 * too deeply, and for a text that the parser and the server would read differently.
 */
export async function parseSql(text: string, dialect: ParserDialect): Promise<readonly Node[]> {
  requireReadable(text)
  current ??= makeInstance()
  const { parser, memory } = await current
  try {
    return parser.parse_sql(dialect, text) as readonly Node[]
  } catch (error) {
    const isBroken = error instanceof wasm.RuntimeError || error instanceof RangeError
    if (!isBroken) throw syntaxError(messageOf(error), text)
    current = undefined
    throw new SqlSyntaxError('The statement is nested too deeply, or has too many terms')
  } finally {
    if (memory.buffer.byteLength > MAX_MEMORY_BYTES) current = undefined
  }
}

/** Comments that a server of the MySQL family runs as SQL, and control characters. */
const HIDDEN = /\/\*M?!|(?![\t\n\r])\p{Cc}|\ufeff|\p{Surrogate}/u
/** Texts, quoted names and comments, from the left as servers read them. */
const QUOTED = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`(?:[^`]|``)*`|--[^\n]*|#[^\n]*|\/\*.*?\*\//gsu
/** Spaces to the parser, letters of names to servers. */
const OTHER_SPACE = /(?![\t\n\r ])[\s\u0085\u2000-\u200f\u2028-\u202f\u205f-\u206f]/u
/** What begins like a number, and the numbers that all readers end at the same place. */
const NUMERIC = /(?<![\p{L}\p{N}_$])\.?\d[\p{L}\p{N}_$.]*/gu
const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:e\d*)?$|^0x[\da-f]+$|^0b[01]+$/i

/** The time of the parser doubles with each nested POSITION, and with each INTERVAL before anything but these. */
const MAX_PARENTHESES = 12
const MAX_POSITIONS = 4
const OPEN_INTERVAL = /\binterval\b(?!\s*\(|\s*-?\s*(?:\d[\d.]*|x+|\?)(?:\s*\*\s*\d+)?\s+(?!interval)[a-z_]+\b)/iu

/** Throws `SqlSyntaxError` for a text that the parser and the server may read differently, or that takes too long. */
function requireReadable(text: string): void {
  if (Buffer.byteLength(text) > MAX_PARSED_BYTES)
    throw new SqlSyntaxError(`The statement is longer than ${MAX_PARSED_BYTES} bytes`)
  const found = HIDDEN.exec(text)
  if (found) {
    const what = found[0].startsWith('/*') ? 'A comment with SQL' : 'A control character'
    throw new SqlSyntaxError(`${what} is not allowed`, found.index)
  }
  const bare = text.replace(QUOTED, withoutQuoted)
  const space = OTHER_SPACE.exec(bare)
  if (space) throw new SqlSyntaxError('Only ASCII spaces are allowed outside of texts', space.index)
  const variable = bare.indexOf('@')
  if (variable >= 0) throw new SqlSyntaxError('Variables are not allowed', variable)
  for (const { 0: word, index } of bare.matchAll(NUMERIC))
    if (!NUMBER.test(word)) throw new SqlSyntaxError(`${word} is neither a number nor a name: quote names`, index)
  const interval = OPEN_INTERVAL.exec(bare)
  if (interval) throw new SqlSyntaxError('The expression after INTERVAL needs parentheses', interval.index)
  if (depthOf(bare) > MAX_PARENTHESES || (bare.match(/\bposition\b/gi) ?? []).length > MAX_POSITIONS)
    throw new SqlSyntaxError('The statement is nested too deeply, or has too many terms')
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

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const each of text) {
    if (each === '(') deepest = Math.max(deepest, ++depth)
    if (each === ')') depth--
  }
  return deepest
}

/** The package throws texts, and objects with a message. */
function messageOf(error: unknown): string {
  const message = (error as { readonly message?: unknown } | null)?.message
  return typeof message === 'string' ? message : String(error)
}

function syntaxError(message: string, text: string): SqlSyntaxError {
  const [, what = message, line, column] =
    /^(?:sql parser error: )?(.*?)(?: at Line: (\d+), Column: (\d+).*)?$/s.exec(message) ?? []
  if (line === undefined) return new SqlSyntaxError(what)
  return new SqlSyntaxError(`${what} (line ${line}, column ${column})`, offsetOf(text, Number(line), Number(column)))
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
