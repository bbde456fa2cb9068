import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engines } from '#server/engines/index.ts'
import { filesUnder, root } from './tree.ts'

/** Files that name an engine, each with the reason; the list may only shrink. */
const NAMING: Readonly<Record<string, string>> = {
  'client/sqllab/dialect.ts': 'the syntax that the editor colours, by the backend of a database',
  'demo/load.ts': 'the tables of the demo are made by SQL of this engine',
  'ui/input/code/pane.ts': 'the syntaxes that the editor of the library knows',
}

const product = /^(core|ui|calls|controls|filters|charts|client|server|demo)\/.*(?<!\.test)(?<!\.dom\.test)\.tsx?$/
/** Where an engine's specifics belong. */
const own = /^server\/(engines\/|sql\/dialect)/

it('only the folder of an engine names that engine', () => {
  const names = engines.map(({ name }) => name).join('|')
  const named = new RegExp(`(['"])(${names})\\1|^\\s*(${names}):|/\\^?(${names})\\b`, 'm')
  const compared =
    /\b(dialect|engine)\.name\s*[!=]==?\s|\b(backend|engine)\s*[!=]==\s*['"`](?!postgres['"`]|sqlite['"`])/
  const found = filesUnder().filter((file) => {
    if (!product.test(file) || own.test(file)) return false
    const text = readFileSync(join(root, file), 'utf8')
    return named.test(text) || compared.test(text)
  })
  expect(found.toSorted()).toEqual(Object.keys(NAMING))
})
