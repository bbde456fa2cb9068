import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { Environment, initSync } from 'minijinja-js/dist/web/minijinja_js.js'
import { MacroBook } from './macro-book.ts'
import { macroFilters, macroGlobals, withMoments } from './macro-calls.ts'
import { withMemoryLimit } from './macro-memory.ts'
import type { MacroReply, MacroTask } from './macro-task.ts'

/** 64 MiB. */
const PAGES = 1024
const FUEL = 1_000_000
const LONGEST = 1_000_000

const find = createRequire(import.meta.url)
const program = readFileSync(find.resolve('minijinja-js/dist/web/minijinja_js_bg.wasm'))
initSync({ module: withMemoryLimit(program, PAGES) })

/** A function that throws would break the whole sandbox: the first failure is kept and told after the rendering. */
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

function render({ id, source, facts, answers }: MacroTask): MacroReply {
  const book = new MacroBook(facts, answers)
  const failures: string[] = []
  const environment = new Environment()
  environment.fuel = FUEL
  environment.keepTrailingNewline = true
  environment.enablePyCompat()
  for (const [name, value] of Object.entries(macroGlobals(book))) {
    environment.addGlobal(name, typeof value === 'function' ? quiet(value as never, failures) : value)
  }
  for (const [name, filter] of Object.entries(macroFilters(book))) environment.addFilter(name, quiet(filter, failures))
  const text = environment.renderStr(withMoments(source), {})
  environment.free()
  if (failures[0] !== undefined) return { id, error: failures[0], broken: false }
  if (text.length > LONGEST) return { id, error: 'the text is too long', broken: false }
  return { id, text, reads: book.reads, needs: book.needs }
}

function reply(task: MacroTask): MacroReply {
  try {
    return render(task)
  } catch (error) {
    const broken = error instanceof Error && error.name === 'RuntimeError'
    const message = error instanceof Error ? error.message : String(error)
    const error_ = broken
      ? 'it needs too much memory'
      : message.split('\n', 1)[0]?.replace(/ \(in <string>:/, ' (line ')
    return { id: task.id, error: error_ ?? '', broken }
  }
}

parentPort?.on('message', (task: MacroTask) => parentPort?.postMessage(reply(task)))
parentPort?.postMessage('ready')
