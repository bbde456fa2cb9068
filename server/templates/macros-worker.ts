import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Environment, initSync } from 'minijinja-js/dist/web/minijinja_js.js'
import { serveTasks } from '#server/workers/serve-tasks.ts'
import { withMemoryLimit } from '#server/workers/wasm-memory.ts'
import { RenderingRecord } from './rendering-record.ts'
import { macroFilters, macroGlobals, rewriteTimestampCalls } from './macro-calls.ts'
import type { MacroReply, MacroTask } from './macro-task.ts'

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
function withoutExceptions(
  call: (...given: unknown[]) => unknown,
  failures: string[],
): (...given: unknown[]) => unknown {
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
    environment.addGlobal(name, typeof value === 'function' ? withoutExceptions(value as never, failures) : value)
  }
  for (const [name, filter] of Object.entries(macroFilters(book)))
    environment.addFilter(name, withoutExceptions(filter, failures))
  const text = environment.renderStr(rewriteTimestampCalls(source), {})
  environment.free()
  if (failures[0] !== undefined) throw new Error(failures[0])
  if (text.length > LONGEST) throw new Error('the text is too long')
  return { text, reads: book.reads, needs: book.needs }
}

/** True if WebAssembly has trapped, mostly because memory ran out: its state is unreliable. */
const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'

/** Returns the error message for the author: the first line, with only the line as position. */
function reportError(error: unknown): string {
  if (isTrap(error)) return 'it needs too much memory'
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0]?.replace(/ \(in <string>:/, ' (line ') ?? ''
}

serveTasks(
  (task: MacroTask) => {
    try {
      return { reply: render(task) }
    } catch (error) {
      throw new Error(reportError(error), { cause: error })
    }
  },
  (error) => isTrap((error as Error).cause),
)
