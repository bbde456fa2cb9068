import { describe, expect, it } from 'vitest'
import { allowedRows, can } from './can.ts'
import { satisfies } from './condition.ts'
import type { CurrentUser, UserGrant } from './current-user.ts'
import { datasetAccess, exploreAccess } from './rules.ts'

const grant = (values: Partial<UserGrant>): UserGrant => ({
  level: 'see',
  dashboard_id: null,
  dataset_id: null,
  database_id: null,
  schema: null,
  ...values,
})

const rights = [
  ['can_read', 'Dashboard'],
  ['can_write', 'Dashboard'],
  ['can_read', 'Dataset'],
  ['can_write', 'Dataset'],
] as const

const userWith = (...grants: readonly UserGrant[]): CurrentUser => ({
  userId: 7,
  username: 'ada',
  firstName: '',
  lastName: '',
  email: null,
  isActive: true,
  isAnonymous: false,
  createdOn: null,
  roles: { Gamma: rights },
  roleIds: [1],
  permissions: {},
  grants,
})

const draft = { id: 3, published: false, owners: [1] }
const dataset = { id: 5, database_id: 2, schema: 's', owners: [1] }

describe('a grant on a dashboard', () => {
  it.each([
    ['see', true, false],
    ['explore', true, false],
    ['edit', true, true],
  ] as const)('the level %s reads %s and writes %s', (level, reads, writes) => {
    const user = userWith(grant({ level, dashboard_id: 3 }))
    expect([can(user, 'read', 'Dashboard', draft), can(user, 'write', 'Dashboard', draft)]).toEqual([reads, writes])
    expect(can(user, 'list', 'Dashboard', draft)).toBe(reads)
    expect(can(user, 'read', 'Dashboard', { ...draft, id: 4 })).toBe(false)
  })

  it('opens the data granted to the dashboard, and explore from the level explore', () => {
    const row = { ...dataset, relations: { grantedOn: [{ id: 3 }] } }
    const see = userWith(grant({ dashboard_id: 3 }))
    const explore = userWith(grant({ dashboard_id: 3, level: 'explore' }))
    const options = { byDashboard: 'see' } as const
    expect([see, explore].map((user) => satisfies(datasetAccess(user, options), row))).toEqual([true, true])
    expect([see, explore].map((user) => satisfies(datasetAccess(user), row))).toEqual([false, false])
    expect([see, explore].map((user) => satisfies(exploreAccess(user, options), row))).toEqual([false, true])
  })
})

describe('a grant of the level edit on data', () => {
  it.each([
    ['the dataset', grant({ level: 'edit', dataset_id: 5 }), true],
    ['another dataset', grant({ level: 'edit', dataset_id: 6 }), false],
    ['the schema', grant({ level: 'edit', database_id: 2, schema: 's' }), true],
    ['another schema', grant({ level: 'edit', database_id: 2, schema: 't' }), false],
    ['the same schema of another database', grant({ level: 'edit', database_id: 3, schema: 's' }), false],
    ['the database', grant({ level: 'edit', database_id: 2 }), true],
    ['the dataset with a lower level', grant({ level: 'explore', dataset_id: 5 }), false],
  ] as const)('lets a user write a dataset: %s', (_, given, writes) => {
    expect(can(userWith(given), 'write', 'Dataset', dataset)).toBe(writes)
  })

  it('needs the permission to write datasets, and does not extend to charts', () => {
    const user = userWith(grant({ level: 'edit', dataset_id: 5 }))
    expect(allowedRows({ ...user, roles: {} }, 'write', 'Dataset')).toBe(false)
    const roles = { Gamma: [...rights, ['can_write', 'Chart'] as const] }
    expect(can({ ...user, roles }, 'write', 'Chart', { id: 5, owners: [1] })).toBe(false)
  })
})
