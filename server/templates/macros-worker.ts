import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Environment, initSync } from 'minijinja-js/dist/web/minijinja_js.js'
import { serveTasks } from '#server/workers/serve-tasks.ts'
import { RenderingRecord } from './rendering-record.ts'
import { macroFilters, macroGlobals, rewriteTimestampCalls } from './macro-calls.ts'
import type { MacroReply, MacroTask } from './macro-task.ts'

const MEMORY_SECTION = 5
const HEADER = 8

/** Returns a WebAssembly program whose only memory never grows above `pages` of 64 KiB. Throws if it has no memory. */
function withMemoryLimit(program: Uint8Array, pages: number): Uint8Array {
  for (let at = HEADER; at < program.length; ) {
    const length = readNumber(program, at + 1)
    const end = length.next + length.value
    if (program[at] === MEMORY_SECTION) {
      const count = readNumber(program, length.next)
      const least = readNumber(program, count.next + 1)
      const section = [1, 1, ...printNumber(least.value), ...printNumber(pages)]
      const head = [MEMORY_SECTION, ...printNumber(section.length)]
      return Buffer.concat([program.subarray(0, at), Buffer.from([...head, ...section]), program.subarray(end)])
    }
    at = end
  }
  throw new Error('The program has no memory section')
}

/** Parses an unsigned LEB128 number. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next: at + 1 }
  }
}

function printNumber(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

/** 64 MiB. */
const PAGES = 1024
const FUEL = 1_000_000
const LONGEST = 1_000_000

const find = createRequire(import.meta.url)
const program = readFileSync(find.resolve('minijinja-js/dist/web/minijinja_js_bg.wasm'))
initSync({ module: withMemoryLimit(program, PAGES) })

/**
 * Wraps a function: an exception would break the whole sandbox, so the first failure is recorded and reported after the
 * rendering.
 */
function quiet(call: (...given: unknown[]) => unknown, failures: string[]): (...given: unknown[]) => unknown {
  return (...given) => {
    try {
      return call(...given)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
      return ''
    }
  }
}

function render({ source, macroContext, answers }: MacroTask): MacroReply {
  const book = new RenderingRecord(macroContext, answers)
  const failures: string[] = []
  const environment = new Environment()
  environment.fuel = FUEL
  environment.keepTrailingNewline = true
  environment.enablePyCompat()
  for (const [name, value] of Object.entries(macroGlobals(book))) {
    environment.addGlobal(name, typeof value === 'function' ? quiet(value as never, failures) : value)
  }
  for (const [name, filter] of Object.entries(macroFilters(book))) environment.addFilter(name, quiet(filter, failures))
  const text = environment.renderStr(rewriteTimestampCalls(source), {})
  environment.free()
  if (failures[0] !== undefined) throw new Error(failures[0])
  if (text.length > LONGEST) throw new Error('the text is too long')
  return { text, reads: book.reads, needs: book.needs }
}

/** True if WebAssembly has trapped, mostly because memory ran out: its state is unreliable. */
const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'

/** Returns the error message for the author: the first line, with only the line as position. */
function reported(error: unknown): string {
  if (isTrap(error)) return 'it needs too much memory'
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0]?.replace(/ \(in <string>:/, ' (line ') ?? ''
}

serveTasks(
  (task: MacroTask) => {
    try {
      return { reply: render(task) }
    } catch (error) {
      throw new Error(reported(error), { cause: error })
    }
  },
  (error) => isTrap((error as Error).cause),
)
