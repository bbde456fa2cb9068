/** @typedef {import('./names.mjs').Names} Names */

/** @param {Names} names */
const index = ({ name, title }) => `import { duckdb } from '../duckdb/index.ts'
import type { Engine } from '../engine.ts'

const ADDRESS = /^${name}(?=:\\/\\/\\/)/

/** Files that DuckDB reads, under a name and an address of their own: what is to differ is said here. */
export const ${name}: Engine = {
  ...duckdb,
  name: '${name}',
  label: '${title}',
  dialect: { ...duckdb.dialect, name: '${name}' },
  parseUri: (uri) => (ADDRESS.test(uri) ? duckdb.parseUri(uri.replace(ADDRESS, 'duckdb')) : undefined),
  printUri: (settings) => duckdb.printUri(settings).replace(/^duckdb/, '${name}'),
  placeholder: '${name}:///file.duckdb',
}
`

/** @param {Names} names */
const test = ({ name }) => `import { expect, it } from 'vitest'
import { ${name} } from './index.ts'

it('has an address of its own, which is read as it is written', () => {
  const uri = '${name}:///two%20words.duckdb'
  expect(${name}.parseUri(uri)).toEqual({ file: 'two words.duckdb' })
  expect(${name}.printUri({ file: 'two words.duckdb' })).toBe(uri)
  for (const other of ['duckdb:///a.duckdb', 'x${name}:///a', '${name}://a'])
    expect(${name}.parseUri(other)).toBeUndefined()
})
`

/** @type {import('./make.mjs').Template} */
export const engine = {
  room: 'server/engines',
  form: /^[a-z][a-z0-9]*$/,
  formText: 'small letters and digits, such as motherduck',
  constant: ({ name }) => name,
  files: (names) => ({ 'index.ts': index(names), 'index.test.ts': test(names) }),
  additions: ({ name }) => [
    {
      file: 'server/engines/index.ts',
      import: { what: `{ ${name} }`, from: `./${name}/index.ts` },
      entries: [{ opening: 'export const engines: readonly Engine[] = [', text: name }],
    },
  ],
  next: ({ name }) => [
    'index.ts stands on DuckDB: what differs first is connect, then the dialect',
    `npx vitest run server/engines -t ${name}`,
    'with a connect of its own: a line in testing/engine-fixtures.ts, how a test gets a database of it',
  ],
  page: 'docs/develop/adding-an-engine.md',
}
