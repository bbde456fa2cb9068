import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { charts } from '#charts/index.ts'
import { filesUnder, root } from './tree.ts'

/** Files that name kinds of chart, each with the reason; the list may only shrink. */
const NAMING: Readonly<Record<string, string>> = {
  'controls/annotation_layers/source.ts': 'controls know no charts: the kinds that a series may be taken from',
}
/** The wire shapes of kinds of old, by their names; most are no kinds of today. */
const OF_OLD = 'server/resources/legacy/'

const product = /^(core|ui|calls|controls|filters|client|server)\/.*(?<!\.test)(?<!\.dom\.test)\.tsx?$/
/** Words that are no kind of chart where they stand alone: a table of a database, a line of a layout. */
const WORDS = new Set(['table', 'pie'])

it('what is known of a kind of chart is said by the kind: nobody else names one', () => {
  const names = charts.map(({ type }) => type).filter((type) => !WORDS.has(type))
  const named = new RegExp(`['"\`](${names.join('|')})['"\`]|\\b(${names.join('|')}):`)
  const compared = /viz_?type\s*[!=]==\s*['"`]|viz_?type\.(startsWith|endsWith|includes)\(/i
  const found = filesUnder().filter((file) => {
    if (!product.test(file) || file.startsWith(OF_OLD)) return false
    const text = readFileSync(join(root, file), 'utf8')
    return named.test(text) || compared.test(text)
  })
  expect(found.toSorted()).toEqual(Object.keys(NAMING))
})
