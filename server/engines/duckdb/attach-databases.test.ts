import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version, type DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachAll, attachedError, type AttachedKind, type AttachedMember } from './attach-databases.ts'

let extensions: string
beforeAll(() => {
  extensions = mkdtempSync(join(tmpdir(), 'facet-attach-'))
  for (const name of ['mysql_scanner', 'postgres_scanner'])
    writeFileSync(join(extensions, `${name}.duckdb_extension`), '')
})
afterAll(() => rmSync(extensions, { recursive: true, force: true }))

const settings = { host: '127.0.0.1', port: 1, database: 'd', username: 'reader', password: 'extremely-secret' }
const memberOf = (kind: AttachedKind): AttachedMember => ({
  schema: 'shop',
  name: 'Shop',
  kind,
  source: null,
  settings,
})

/** Returns the statements that attach a database, and the error; statements that match a pattern fail. */
async function attach(kind: AttachedKind, failing?: RegExp) {
  const statements: string[] = []
  const run = (text: string) => {
    statements.push(text)
    return failing?.test(text) ? Promise.reject(new Error('unrecognized configuration parameter')) : Promise.resolve()
  }
  const connection = { run } as unknown as Pick<DuckDBConnection, 'run'>
  const access = { directory: extensions, dataDirectories: [] }
  const error: unknown = await attachAll(connection, { members: [memberOf(kind)], access, extensions }).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return { statements, error }
}

it('attaches MySQL only after filters are no longer pushed to the server', async () => {
  const { statements, error } = await attach('mysql')
  expect(error).toBeUndefined()
  const off = statements.indexOf('SET GLOBAL mysql_experimental_filter_pushdown=false')
  expect(off).toBeGreaterThan(0)
  expect(statements.findIndex((text) => text.startsWith('ATTACH'))).toBeGreaterThan(off)
})

it.each(['mysql_experimental_filter_pushdown', 'mysql_aggregate_pushdown_enabled', 'mysql_order_pushdown_enabled'])(
  'rejects an extension of MySQL without the setting %s',
  async (name) => {
    const { statements, error } = await attach('mysql', new RegExp(name))
    const reason = `it does not have the setting ${name}`
    expect(error).toMatchObject({ code: 'extension-unusable', args: ['mysql_scanner', version(), reason] })
    expect(statements.join('\n')).not.toContain('ATTACH')
  },
)

it('attaches PostgreSQL with backslashes as plain characters for any setting of its role', async () => {
  const { statements, error } = await attach('postgres')
  expect(error).toBeUndefined()
  const attached = statements.find((text) => text.startsWith('ATTACH'))
  expect(attached).toContain("options=''-c standard_conforming_strings=on''' AS facet_a0")
})

it.each([
  "SELECT command denied to user 'other'@'10.0.0.5' for table `d`.`staff`",
  "execute command denied to user 'other'@'%' for routine 'd.f'",
  "Access denied for user 'other'@'10.0.0.5' (using password: YES)",
  "The user specified as a definer ('reader'@'%') does not exist",
  "User 'Reader' has exceeded the 'max_questions' resource (current value: 1)",
  'too many connections for role "reader"',
  'password of extremely-secret',
])('hides accounts and addresses in the error %j', (message) => {
  const error = attachedError(new Error(message), [memberOf('mysql')])
  expect(error).toMatchObject({ code: 'attached-failed', args: ['Shop'] })
  expect((error as Error).message).not.toMatch(/reader|other|10\.0|secret/i)
})

it.each(['permission denied for table staff', 'Referenced column "reader" not found in FROM clause'])(
  'returns the error %j without an account unchanged',
  (message) => {
    const error = new Error(message)
    expect(attachedError(error, [memberOf('postgres')])).toBe(error)
  },
)
