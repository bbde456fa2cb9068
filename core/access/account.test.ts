import { expect, it } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { isOwner } from './ability.ts'
import type { CurrentUser } from './current-user.ts'
import { passwordProblem } from './password.ts'
import { hasFullDatabaseAccess } from './database-access.ts'

it.each([
  ['1234567', { code: 'password-short', args: [8] }],
  ['12345678', undefined],
  ['x'.repeat(1024), undefined],
  ['x'.repeat(1025), { code: 'password-long', args: [1024] }],
  [' ADALOVELACE ', { code: 'password-is-username', args: [] }],
  ['AdaLovelace1', undefined],
])('a password is rejected for its length and when it is the name of its user (%#)', (password, problem) => {
  expect(passwordProblem(password, ' AdaLovelace')).toEqual(problem)
})

it('compares names in lower case; letters that share a capital form differ', () => {
  expect(passwordProblem('straße-straße', 'STRASSE-STRASSE')).toBeUndefined()
})

const holder = (pairs: readonly PermissionPair[], userId: number | null = 1) =>
  ({ userId, roles: { x: pairs }, permissions: {} }) as unknown as CurrentUser
const database = { id: 7, database_name: 'main', owners: [5], sqlalchemy_uri: 'duckdb:///main.duckdb' }

const readsOf = (id: string): PermissionPair => ['database_access', `[main].(id:${id})`]

it.each<[string, CurrentUser, boolean]>([
  ['access to every database', holder([['all_database_access', 'all_database_access']]), true],
  ['access to this one', holder([['database_access', '[main].(id:7)']]), true],
  ['access to another', holder([['database_access', '[main].(id:70)']]), false],
  ['access to every dataset', holder([['all_datasource_access', 'all_datasource_access']]), false],
  ['another right on it', holder([['can_read', '[main].(id:7)']]), false],
  ['no permission, as its owner', holder([], 5), true],
  ['nothing', holder([]), false],
  ['no permission, as an anonymous user', holder([], null), false],
])('a database is read with %s', (_, user, reads) => {
  expect(hasFullDatabaseAccess(user, database)).toBe(reads)
})

it.each<[string, CurrentUser, boolean]>([
  ['access to every database', holder([['all_database_access', 'all_database_access']]), true],
  ['access to it and to those that it attaches', holder(['7', '3', '4'].map((id) => readsOf(id))), true],
  ['access to it and to one of them', holder(['7', '3'].map((id) => readsOf(id))), false],
  ['access to those that it attaches only', holder(['3', '4'].map((id) => readsOf(id))), false],
  ['no permission, as its owner', holder([], 5), false],
])('a database that attaches others is read with %s', (_, user, reads) => {
  const sqlalchemy_uri = 'any:///?attached=shop:3,crm:4'
  expect(hasFullDatabaseAccess(user, { ...database, sqlalchemy_uri })).toBe(reads)
})

it('an anonymous caller owns nothing', () => {
  expect(isOwner({ userId: null }, { owners: [1] })).toBe(false)
  expect(isOwner({ userId: 2 }, { owners: [1] })).toBe(false)
  expect(isOwner({ userId: 1 }, { owners: [2, 1] })).toBe(true)
})
