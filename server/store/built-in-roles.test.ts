import { expect, it } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { builtInRoles } from './built-in-roles.ts'
import { permissionPairs } from './catalogue.ts'
import { parseSchemaView, parseViewId, printDatabaseView } from '#core/access/object-view.ts'

const holders = (permission: string, view: string) =>
  builtInRoles
    .filter((role) => role.pairs.some((pair) => pair[0] === permission && pair[1] === view))
    .map((each) => each.name)

it.each<[PermissionPair, string[]]>([
  [
    ['can_read', 'Chart'],
    ['Admin', 'Alpha', 'Gamma'],
  ],
  [
    ['can_write', 'Chart'],
    ['Admin', 'Alpha', 'Gamma'],
  ],
  [
    ['can_write', 'Dashboard'],
    ['Admin', 'Alpha', 'Gamma'],
  ],
  [
    ['can_read', 'Dataset'],
    ['Admin', 'Alpha', 'Gamma'],
  ],
  [
    ['can_write', 'Dataset'],
    ['Admin', 'Alpha'],
  ],
  [
    ['can_read', 'Database'],
    ['Admin', 'Alpha', 'Gamma', 'sql_lab'],
  ],
  [['can_write', 'Database'], ['Admin']],
  ...['Annotation', 'CssTemplate'].map((view): [PermissionPair, string[]] => [
    ['can_read', view],
    ['Admin', 'Alpha'],
  ]),
  [
    ['all_datasource_access', 'all_datasource_access'],
    ['Admin', 'Alpha'],
  ],
  [['all_query_access', 'all_query_access'], ['Admin']],
  [
    ['can_csv', 'Superset'],
    ['Admin', 'Alpha', 'Gamma', 'sql_lab'],
  ],
  [
    ['can_sqllab', 'Superset'],
    ['Admin', 'sql_lab'],
  ],
  [
    ['menu_access', 'SQL Lab'],
    ['Admin', 'sql_lab'],
  ],
  [
    ['can_this_form_get', 'CsvToDatabaseView'],
    ['Admin', 'Alpha'],
  ],
  [
    ['can_import_', 'ImportExportRestApi'],
    ['Admin', 'Alpha'],
  ],
  [['can_grant_guest_token', 'SecurityRestApi'], ['Admin']],
  [
    ['can_recent_activity', 'Superset'],
    ['Admin', 'Alpha', 'Gamma'],
  ],
  [['can_read', 'Log'], ['Admin']],
])('%j belongs to the roles %j', ([permission, view], names) => {
  expect(holders(permission, view)).toEqual(names)
})

it('lists each pair once, and roles contain only listed pairs', () => {
  const known = permissionPairs.map((pair) => pair.join(' on '))
  expect(new Set(known).size).toBe(known.length)
  for (const { pairs } of builtInRoles) {
    for (const pair of pairs) expect(known).toContain(pair.join(' on '))
  }
  expect(builtInRoles.map((role) => role.name)).toEqual(['Admin', 'Alpha', 'Gamma', 'Public', 'sql_lab'])
  expect(builtInRoles[3]?.pairs).toEqual([])
})

it('parses the printed names of objects in pairs', () => {
  const database = printDatabaseView({ id: 7, database_name: 'a].(id:9)' })
  expect(database).toBe('[a].(id:9)].(id:7)')
  expect(parseViewId(database)).toBe(7)
  expect(parseViewId('[db].[t [x]](id:12)')).toBe(12)
  expect(parseSchemaView('[my [db]].[main]')).toEqual({ database: 'my [db]', schema: 'main' })
  expect([parseViewId('Chart'), parseSchemaView('Chart')]).toEqual([undefined, undefined])
  for (const odd of ['my [db].[main]', '[db].[main] ', '[db].main'])
    expect([odd, parseSchemaView(odd)]).toEqual([odd, undefined])
})
