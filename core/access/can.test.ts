import { describe, expect, it } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { hasPermission, isAdmin, permissionsOn } from './ability.ts'
import { allowedRows, can } from './can.ts'
import type { ConditionRow } from './condition.ts'
import type { CurrentUser } from './current-user.ts'
import { dashboardFlags, explorePermissions } from './flags.ts'

const ALL: PermissionPair = ['all_datasource_access', 'all_datasource_access']
const ALL_DATABASES: PermissionPair = ['all_database_access', 'all_database_access']

function person(roles: Record<string, readonly PermissionPair[]>, more: Partial<CurrentUser> = {}): CurrentUser {
  return {
    userId: 1,
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Other',
    email: null,
    isActive: true,
    isAnonymous: false,
    createdOn: 0,
    roles,
    roleIds: [],
    permissions: {},
    ...more,
  }
}

const writer = (view: string): readonly PermissionPair[] => [
  ['can_read', view],
  ['can_write', view],
]

it('S-PERM-04: a role named admin, in any case, makes an administrator', () => {
  for (const name of ['admin', 'Admin', 'ADMIN']) expect(isAdmin(person({ [name]: [] }))).toBe(true)
  for (const name of ['Administrator', 'Alpha', 'admin ']) expect(isAdmin(person({ [name]: [] }))).toBe(false)
})

it('S-PERM-01: permissions of a role follow from its pairs, not from its name', () => {
  const board = { owners: [1], published: true, roles: [] }
  for (const name of ['Alpha', 'Gamma', 'Public', 'sql_lab', 'anything']) {
    expect(can(person({ [name]: [] }), 'read', 'Dashboard', board)).toBe(false)
    expect(can(person({ [name]: writer('Dashboard') }), 'write', 'Dashboard', board)).toBe(true)
  }
})

it('S-PERM-12: lists the permissions on one view, each once', () => {
  const user = person({ a: [...writer('Chart'), ['can_export', 'Dataset']], b: [['can_read', 'Chart']] })
  expect(permissionsOn(user, 'Chart')).toEqual(['can_read', 'can_write'])
  expect(hasPermission(user, 'can_write', 'Dataset')).toBe(false)
})

describe('writing', () => {
  it('S-PERM-07: a dashboard needs can_write and being an admin or an owner', () => {
    expect(can(person({ x: writer('Dashboard') }), 'write', 'Dashboard', { owners: [1] })).toBe(true)
    expect(can(person({ Admin: writer('Dashboard') }), 'write', 'Dashboard', { owners: [2] })).toBe(true)
  })

  it('S-PERM-08: a user needs both the permission and ownership to edit a dashboard', () => {
    expect(can(person({ x: writer('Dashboard') }), 'write', 'Dashboard', { owners: [2] })).toBe(false)
    expect(can(person({ x: [['can_read', 'Dashboard']] }), 'write', 'Dashboard', { owners: [1] })).toBe(false)
    expect(can(person({ Admin: [] }), 'write', 'Dashboard', { owners: [1] })).toBe(false)
  })

  it('S-PERM-05: an admin may edit any dataset', () => {
    expect(can(person({ Admin: writer('Dataset') }), 'write', 'Dataset', { owners: [] })).toBe(true)
  })

  it('S-PERM-06: the owner of a dataset may edit it, others may not', () => {
    const user = person({ x: writer('Dataset') })
    expect(can(user, 'write', 'Dataset', { owners: [1] })).toBe(true)
    expect(can(user, 'write', 'Dataset', { owners: [2] })).toBe(false)
  })

  it('returns nothing for an anonymous caller', () => {
    const nobody = person({ Public: writer('Chart') }, { userId: null })
    expect(can(nobody, 'write', 'Chart', { owners: [0, 1] })).toBe(false)
  })

  it('allows users who may write databases to change a database', () => {
    expect(can(person({ x: writer('Database') }), 'write', 'Database', { owners: [] })).toBe(true)
    expect(can(person({ x: [['can_read', 'Database']] }), 'write', 'Database', { owners: [1] })).toBe(false)
  })
})

describe('data', () => {
  const dataset: ConditionRow = {
    id: 12,
    database_id: 7,
    schema: 'sales',
    owners: [5],
    relations: { database: [{ id: 7, database_name: 'my [db]' }] },
  }
  const reader = (permissions: CurrentUser['permissions'], more: Partial<CurrentUser> = {}) =>
    person(
      {
        x: [
          ['can_read', 'Dataset'],
          ['can_read', 'Chart'],
          ['can_read', 'Database'],
        ],
      },
      { permissions, ...more },
    )

  it.each<[string, CurrentUser, boolean]>([
    ['everything', person({ x: [['can_read', 'Dataset'], ['can_read', 'Chart'], ALL] }), true],
    ['every database', person({ x: [['can_read', 'Dataset'], ['can_read', 'Chart'], ALL_DATABASES] }), true],
    ['its database', reader({ database_access: ['[my [db]].(id:7)'] }), true],
    ['another database', reader({ database_access: ['[other].(id:70)'] }), false],
    ['its schema', reader({ schema_access: ['[my [db]].[sales]'] }), true],
    ['another schema', reader({ schema_access: ['[my [db]].[hr]'] }), false],
    ['that schema of another database', reader({ schema_access: ['[db].[sales]'] }), false],
    ['itself', reader({ datasource_access: ['[my [db]].[t](id:12)'] }), true],
    ['another dataset', reader({ datasource_access: ['[my [db]].[t](id:2)'] }), false],
    ['nothing, as owner', reader({}, { userId: 5 }), true],
    ['nothing', reader({}), false],
  ])('the data of a dataset are readable with access to %s', (_, user, expected) => {
    expect(can(user, 'read', 'Dataset', dataset)).toBe(expected)
    expect(can(user, 'list', 'Dataset', dataset)).toBe(expected)
    expect(can(user, 'read', 'Chart', { owners: [], relations: { dataset: [dataset] } })).toBe(expected)
  })

  it('allows only the owner of a chart without a dataset', () => {
    expect(can(reader({}), 'read', 'Chart', { owners: [1], relations: { dataset: [] } })).toBe(true)
    expect(can(reader({ database_access: ['[a].(id:7)'] }), 'read', 'Chart', { owners: [2] })).toBe(false)
  })

  it('grant access to every database, including those without datasets, or only to owned ones', () => {
    const empty = { id: 8, database_name: 'empty', owners: [], relations: { datasets: [] } }
    const on = (pair: PermissionPair) => person({ x: [['can_read', 'Database'], pair] })
    for (const pair of [ALL, ALL_DATABASES]) expect(allowedRows(on(pair), 'read', 'Database')).toBe(true)
    expect(can(reader({}), 'read', 'Database', empty)).toBe(false)
    expect(can(reader({}), 'read', 'Database', { ...empty, owners: [1] })).toBe(true)
  })

  it('open the database they are in', () => {
    const database = { id: 7, database_name: 'my [db]', owners: [], relations: { datasets: [dataset] } }
    expect(can(reader({ datasource_access: ['[my [db]].[t](id:12)'] }), 'read', 'Database', database)).toBe(true)
    expect(can(reader({ schema_access: ['[my [db]].[x]'] }), 'read', 'Database', database)).toBe(true)
    expect(can(reader({}), 'read', 'Database', database)).toBe(false)
  })

  it('allows reading through a dashboard shared by role that they are granted to, when that is switched on', () => {
    const board = { id: 1, published: true, owners: [], roles: [4] }
    const shared = { ...dataset, relations: { grantedOn: [board] } }
    const user = reader({}, { roleIds: [4] })
    expect(can(user, 'read', 'Dataset', shared, { byRole: true })).toBe(true)
    expect(can(user, 'read', 'Dataset', shared)).toBe(false)
    const draft = { ...dataset, relations: { grantedOn: [{ ...board, published: false }] } }
    expect(can(user, 'read', 'Dataset', draft, { byRole: true })).toBe(false)
    const placed = { ...dataset, relations: { charts: [{ id: 2, relations: { dashboards: [board] } }] } }
    expect(can(user, 'read', 'Dataset', placed, { byRole: true })).toBe(false)
  })
})

describe('dashboards', () => {
  const user = person({ x: [['can_read', 'Dashboard']] }, { roleIds: [4] })
  const board = { id: 1, published: true, owners: [] as number[], roles: [] as number[] }

  it.each<[string, Partial<typeof board> & ConditionRow, boolean, boolean]>([
    ['published', {}, true, true],
    ['published for a role of theirs', { roles: [4, 5] }, true, true],
    ['published for other roles', { roles: [5] }, true, false],
    ['a draft without roles', { published: false }, false, false],
    ['a draft shared with them', { published: false, relations: { draftReaders: [{ id: 1 }] } }, true, true],
    ['a draft shared with another', { published: false, relations: { draftReaders: [{ id: 2 }] } }, false, false],
    [
      'published for other roles and shared as a draft',
      { roles: [5], relations: { draftReaders: [{ id: 1 }] } },
      true,
      false,
    ],
    ['a draft for roles', { published: false, roles: [4] }, false, false],
    ['their own draft for other roles', { published: false, roles: [5], owners: [1] }, true, true],
  ])('allows opening when %s', (_, more, without, byRole) => {
    expect(can(user, 'read', 'Dashboard', { ...board, ...more })).toBe(without)
    expect(can(user, 'read', 'Dashboard', { ...board, ...more }, { byRole: true })).toBe(byRole)
    expect(can(person({ Admin: [['can_read', 'Dashboard']] }), 'read', 'Dashboard', { ...board, ...more })).toBe(true)
  })

  it('denies drafts to anonymous callers', () => {
    const nobody = person({ Public: [['can_read', 'Dashboard']] }, { userId: null, isAnonymous: true })
    for (const published of [true, false])
      for (const byRole of [true, false])
        expect(can(nobody, 'read', 'Dashboard', { ...board, published, owners: [] }, { byRole })).toBe(published)
  })

  it('grants an anonymous caller no dataset, chart, dashboard list or write permission by default', () => {
    const pairs = ['Dataset', 'Chart', 'Dashboard', 'Database'].flatMap(writer)
    const nobody = person({ Public: pairs }, { userId: null, isAnonymous: true })
    for (const byRole of [true, false]) {
      for (const kind of ['Dataset', 'Chart', 'Database'] as const)
        expect([kind, allowedRows(nobody, 'read', kind, { byRole })]).toEqual([kind, false])
      for (const kind of ['Dataset', 'Chart', 'Dashboard'] as const)
        expect([kind, allowedRows(nobody, 'write', kind, { byRole })]).toEqual([kind, false])
      expect(can(nobody, 'list', 'Dashboard', board, { byRole })).toBe(false)
    }
  })

  it('lists dashboards that are owned, favorites, or published with a visible chart', () => {
    const chart = { id: 3, owners: [9], relations: { dataset: [{ id: 12, owners: [1] }] } }
    const listed = (more: ConditionRow) => can(user, 'list', 'Dashboard', { ...board, ...more })
    expect(listed({})).toBe(false)
    expect(listed({ relations: { charts: [chart] } })).toBe(true)
    expect(listed({ published: false, relations: { charts: [chart] } })).toBe(false)
    expect(listed({ published: false, favoriteOf: [1] })).toBe(false)
    const shared = { charts: [chart], draftReaders: [{ id: 1 }] }
    expect(listed({ published: false, relations: shared })).toBe(false)
    expect(listed({ published: false, favoriteOf: [1], relations: shared })).toBe(true)
    expect(listed({ published: false, roles: [5], favoriteOf: [1] })).toBe(false)
    expect(listed({ published: false, owners: [1] })).toBe(true)
  })

  it('lists dashboards by role, when that is switched on, with a role in common and without a chart', () => {
    const listed = (more: ConditionRow, options = {}) => can(user, 'list', 'Dashboard', { ...board, ...more }, options)
    expect(listed({ roles: [4] }, { byRole: true })).toBe(true)
    expect(listed({ roles: [4] })).toBe(false)
    expect(listed({ roles: [5] }, { byRole: true })).toBe(false)
    expect(listed({ published: false, roles: [4] }, { byRole: true })).toBe(false)
    const chart = { id: 3, owners: [1], relations: { dataset: [] } }
    expect(listed({ relations: { charts: [chart] } }, { byRole: true })).toBe(true)
    expect(listed({ roles: [5], relations: { charts: [chart] } }, { byRole: true })).toBe(false)
  })

  it('lists all dashboards to an administrator and none to a caller without roles', () => {
    const drafts = { ...board, published: false, roles: [5] }
    expect(can(person({ Admin: [['can_read', 'Dashboard']] }), 'list', 'Dashboard', drafts)).toBe(true)
    const nobody = person({ Public: [['can_read', 'Dashboard']] }, { userId: null, isAnonymous: true })
    expect(JSON.stringify(allowedRows(nobody, 'list', 'Dashboard'))).not.toContain('favoriteOf')
  })

  it('lists dashboards by their charts to a user who may read all data', () => {
    const all = person({ x: [['can_read', 'Dashboard'], ALL] })
    expect(can(all, 'list', 'Dashboard', { ...board, relations: { charts: [{ id: 3 }] } })).toBe(true)
    expect(can(all, 'list', 'Dashboard', { ...board, relations: { charts: [] } })).toBe(false)
  })

  it('lists no dashboards without can_read', () => {
    expect(allowedRows(person({ Admin: [] }), 'list', 'Dashboard')).toBe(false)
  })
})

describe('flags', () => {
  it('S-PERM-02: each single permission on the application’s view feeds its flag', () => {
    const names = ['can_save_dash', 'can_share_dashboard', 'can_explore', 'can_share_chart', 'can_csv', 'can_slice']
    const reported = names.map((name) =>
      Object.entries(
        dashboardFlags(
          person({
            x: [
              [name, 'Superset'],
              [`${name}_not`, 'Superset'],
            ],
          }),
          { owners: [1] },
        ),
      )
        .filter(([, on]) => on)
        .map(([flag]) => flag),
    )
    expect(reported).toEqual([
      ['dash_save_perm'],
      ['dash_share_perm'],
      ['superset_can_explore'],
      ['superset_can_share'],
      ['superset_can_csv'],
      ['slice_can_edit'],
    ])
    expect(dashboardFlags(person({ x: names.map((name) => [name, 'Chart']) }), { owners: [1] })).toEqual({
      dash_edit_perm: false,
      dash_save_perm: false,
      dash_share_perm: false,
      superset_can_explore: false,
      superset_can_share: false,
      superset_can_csv: false,
      slice_can_edit: false,
    })
  })

  it('carries the seven flags of a dashboard', () => {
    const granted = ['can_save_dash', 'can_share_dashboard', 'can_explore', 'can_share_chart', 'can_csv', 'can_slice']
    const all = granted.map((name): PermissionPair => [name, 'Superset'])
    expect(dashboardFlags(person({ x: [...writer('Dashboard'), ...all] }), { owners: [1] })).toEqual({
      dash_edit_perm: true,
      dash_save_perm: true,
      dash_share_perm: true,
      superset_can_explore: true,
      superset_can_share: true,
      superset_can_csv: true,
      slice_can_edit: true,
    })
  })

  it('S-PERM-03: editing a dashboard is a check on dashboard and user together', () => {
    const user = person({ x: writer('Dashboard') })
    expect(dashboardFlags(user, { owners: [1] }).dash_edit_perm).toBe(true)
    expect(dashboardFlags(user, { owners: [2] }).dash_edit_perm).toBe(false)
  })

  it('S-PERM-09: adding in explore needs can_write on Chart', () => {
    expect(explorePermissions(person({ x: [['can_write', 'Chart']] }), null).can_add).toBe(true)
    expect(explorePermissions(person({ x: [['can_write', 'Dashboard']] }), null).can_add).toBe(false)
  })

  it('S-PERM-10: downloading in explore needs can_csv on the application', () => {
    expect(explorePermissions(person({ x: [['can_csv', 'Superset']] }), null).can_download).toBe(true)
    expect(explorePermissions(person({ x: [['can_csv', 'Chart']] }), null).can_download).toBe(false)
  })

  it('S-PERM-11: overwriting is offered to owners of the chart only, not to admins', () => {
    expect(explorePermissions(person({ x: [] }), { owners: [2, 1] }).can_overwrite).toBe(true)
    expect(explorePermissions(person({ Admin: writer('Chart') }), { owners: [2] }).can_overwrite).toBe(false)
    expect(explorePermissions(person({ x: [] }), null).can_overwrite).toBe(false)
  })
})

it('shows a database to its owners and to users with access to it, to one of its schemas or to one of its datasets', () => {
  const row = { id: 7, database_name: 'sales', relations: { datasets: [{ id: 3, schema: 'main' }] } }
  const reader = (permissions: CurrentUser['permissions'], more = {}) =>
    can(person({ x: [['can_read', 'Database']] }, { permissions }), 'read', 'Database', { ...row, ...more })
  expect(reader({})).toBe(false)
  expect(reader({ database_access: ['[sales].(id:7)'] })).toBe(true)
  expect(reader({ database_access: ['[sales].(id:8)', 'no database'] })).toBe(false)
  expect(reader({ schema_access: ['no schema', '[sales].[main]'] })).toBe(true)
  expect(reader({ schema_access: ['no schema', '[other].[main]'] })).toBe(false)
  expect(reader({ datasource_access: ['[sales].[orders](id:3)'] })).toBe(true)
  expect(reader({ datasource_access: ['[sales].[orders](id:4)'] })).toBe(false)
  expect(reader({}, { owners: [1] })).toBe(true)
})
