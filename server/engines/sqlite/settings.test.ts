import { expect, it } from 'vitest'
import { parseUri, printUri } from './settings.ts'

it.each([
  ['sqlite:////srv/data/sales.sqlite', '/srv/data/sales.sqlite'],
  ['sqlite+pysqlite:////srv/a%20b.db?timeout=5', '/srv/a b.db'],
  ['SQLite:///relative.db', 'relative.db'],
  ['sqlite:////srv/100%.db', '/srv/100%.db'],
  ['sqlite:////srv/%3F%23%25.db', '/srv/?#%.db'],
])('reads the file of %s, and prints it', (uri, file) => {
  expect(parseUri(uri)).toEqual({ file })
  expect(parseUri(printUri({ file }))).toEqual({ file })
})

it.each(['sqlite://', 'sqlite:///', 'sqlite://host/file.db', 'duckdb:///file.db', 'sqlite3:////x'])(
  'rejects %s',
  (uri) => {
    expect(parseUri(uri)).toBeUndefined()
  },
)

it('prints the URI in the form of SQLAlchemy', () => {
  expect(printUri({ file: '/srv/data/sales.sqlite' })).toBe('sqlite:////srv/data/sales.sqlite')
})
