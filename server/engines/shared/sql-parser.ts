import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Node } from '../narrow.ts'

/* The parser of SQL for engines without a grammar of their own: sqlparser-rs as WebAssembly. */

/** The dialects that engines use, as named by the parser. */
export type ParserDialect = 'mysql' | 'sqlite'

/** Maximum length of a parsed text in bytes: it is parsed in this thread, in a tenth of a second at most. */
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
    return parser.parse_sql(dialect, sameIdentifiers(text)) as readonly Node[]
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

function requireReadable(text: string): void {
  if (Buffer.byteLength(text) > MAX_PARSED_BYTES)
    throw new SqlSyntaxError(`The statement is longer than ${MAX_PARSED_BYTES} bytes`)
  const found = HIDDEN.exec(text)
  if (!found) return
  const what = found[0].startsWith('/*') ? 'A comment with SQL' : 'A control character'
  throw new SqlSyntaxError(`${what} is not allowed`, found.index)
}

/** Other spaces than those of ASCII are letters of names to servers, and spaces to the parser. */
function sameIdentifiers(text: string): string {
  return text.replace(/(?![\t\n\r ])[\s\u0085\u2000-\u200f\u2028-\u202f\u205f-\u206f]/g, 'ª')
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
