import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serveTasks } from '#server/workers/serve-tasks.ts'
import { withMemoryLimit } from '#server/workers/wasm-memory.ts'
import type { Node } from '../restrict-tables.ts'
import type { ParserReply, ParserTask } from './parser-task.ts'

/** 64 MiB: more memory ends the thread. */
const PAGES = 1024

/** The part of WebAssembly that is used; Node's types do not declare it. */
const wasm = (globalThis as typeof globalThis & { readonly WebAssembly: WasmApi }).WebAssembly

interface WasmApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly RuntimeError: new () => Error
}

/** The functions of the package that are used. */
interface ParserModule {
  initSync(given: { readonly module: object }): unknown
  parse_sql(dialect: string, text: string): unknown
}

const folder = join(dirname(createRequire(import.meta.url).resolve('@guanmingchiu/sqlparser-ts')), '../wasm')
const parser = (await import(pathToFileURL(join(folder, 'sqlparser_rs_wasm.js')).href)) as ParserModule
const program = readFileSync(join(folder, 'sqlparser_rs_wasm_bg.wasm'))
parser.initSync({ module: new wasm.Module(withMemoryLimit(program, PAGES)) })

/** True if memory or the stack ran out: the state of the parser is then unreliable. */
const isTrap = (error: unknown): boolean => error instanceof wasm.RuntimeError || error instanceof RangeError

/** The package throws texts, and objects with a message. */
function messageOf(error: unknown): string {
  const message = (error as { readonly message?: unknown } | null)?.message
  return typeof message === 'string' ? message : String(error)
}

serveTasks<ParserReply>(({ dialect, text }: ParserTask) => {
  try {
    return { reply: { trees: parser.parse_sql(dialect, text) as readonly Node[] } }
  } catch (error) {
    if (isTrap(error)) throw error
    return { reply: { message: messageOf(error) } }
  }
}, isTrap)
