/** @typedef {import('./names.mjs').Names} Names */

/** @param {Names} names */
const index = ({ name, title }) => `import { duckdb } from '../duckdb/index.ts'
import type { Engine } from '../engine.ts'

const URI = /^${name}(?=:\\/\\/\\/)/

/** Files that DuckDB reads, under another name and URI scheme. Override the members of DuckDB that differ. */
export const ${name}: Engine = {
  ...duckdb,
  name: '${name}',
  label: '${title}',
  dialect: { ...duckdb.dialect, name: '${name}' },
  parseUri: (uri) => (URI.test(uri) ? duckdb.parseUri(uri.replace(URI, 'duckdb')) : undefined),
  printUri: (settings) => duckdb.printUri(settings).replace(/^duckdb/, '${name}'),
  placeholder: '${name}:///file.duckdb',
}
`

/** @param {Names} names */
const test = ({ name }) => `import { expect, it } from 'vitest'
import { ${name} } from './index.ts'

it('parses and prints URIs of its scheme', () => {
  const uri = '${name}:///two%20words.duckdb'
  expect(${name}.parseUri(uri)).toEqual({ file: 'two words.duckdb' })
  expect(${name}.printUri({ file: 'two words.duckdb' })).toBe(uri)
  for (const other of ['duckdb:///a.duckdb', 'x${name}:///a', '${name}://a'])
    expect(${name}.parseUri(other)).toBeUndefined()
})
`

/** @type {import('./make.mjs').Template} */
export const engineTemplate = {
  parentFolder: 'server/engines',
  namePattern: /^[a-z][a-z0-9]*$/,
  namePatternText: 'lower-case letters and digits, such as motherduck',
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
    `Add a row for ${name}:// to the table of docs/operate/databases.md`,
    'Edit index.ts: it starts as DuckDB; change connect first, then the dialect',
    `npx vitest run server/engines -t ${name}`,
    'After changing connect, add a test database to testing/engine-fixtures.ts',
  ],
  page: 'docs/develop/adding-an-engine.md',
}
