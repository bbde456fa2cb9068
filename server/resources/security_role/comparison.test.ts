import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_COMPARED_ITEMS } from '#core/rest/role-comparison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/roles'
let fixture: TestApp
let admin: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const store = () => fixture.context.store
const newRole = (name = `Team ${++count}`) => store().roles.create({ name }, null)
const compared = async (left: number, right: number) =>
  (await admin.get(`${URL}/${left}/compare/${right}`)).json().result

it('lists the differences of two roles by type', async () => {
  const [left, right] = [await newRole('North'), await newRole('South')]
  const dataset = await fixture.dataset({ table_name: 'prices' })
  const both = ['can_read', 'Chart'] as const
  await store().roles.setPairs(left.id, [both, ['can_csv', 'Superset']])
  await store().roles.setPairs(right.id, [both, ['can_read', 'Tag']])
  const board = await fixture.dashboard({ dashboard_title: 'Board' })
  const shared = await fixture.dashboard({ dashboard_title: 'Shared' })
  for (const role_id of [left.id, right.id])
    await store().grants.create({ dashboard_id: shared.id, role_id, level: 'see' }, null)
  await store().grants.create({ dashboard_id: board.id, role_id: left.id, level: 'edit' }, null)
  await store().grants.create({ dashboard_id: board.id, role_id: right.id, level: 'see' }, null)
  const rule = { filter_type: 'Regular' as const, tables: [dataset.id], description: null, group_key: null }
  const clause = "region = 'north'"
  const own = await store().rowRules.create({ ...rule, name: 'north only', clause, roles: [left.id] }, null)
  await store().rowRules.create({ ...rule, name: 'for both', clause: 'true', roles: [left.id, right.id] }, null)
  const mask = { column_name: 'salary', method: 'null' as const, filter_type: 'Base' as const }
  await store().columnMasks.set(dataset.id, [
    { ...mask, roles: [right.id] },
    { ...mask, column_name: 'name', roles: [left.id, right.id] },
  ])
  const object = { type: 'dashboard', id: board.id, name: 'Board', schema: null }
  expect(await compared(left.id, right.id)).toEqual({
    left: { id: left.id, name: 'North' },
    right: { id: right.id, name: 'South' },
    permissions: {
      left: [['can_csv', 'Superset']],
      right: [['can_read', 'Tag']],
      left_count: 1,
      right_count: 1,
      common_count: 1,
    },
    grants: {
      left: [{ level: 'edit', object }],
      right: [{ level: 'see', object }],
      left_count: 1,
      right_count: 1,
      common_count: 1,
    },
    rules: {
      left: [
        {
          id: own.id,
          name: 'north only',
          filter_type: 'Regular',
          clause,
          datasets: [{ id: dataset.id, name: 'prices' }],
        },
      ],
      right: [],
      left_count: 1,
      right_count: 0,
      common_count: 1,
    },
    masks: {
      left: [],
      right: [{ ...mask, dataset: { id: dataset.id, name: 'prices' } }],
      left_count: 0,
      right_count: 1,
      common_count: 1,
    },
  })
})

it('finds no difference between a role and itself', async () => {
  const role = await newRole()
  await store().roles.setPairs(role.id, [['can_read', 'Chart']])
  const { permissions, grants, rules, masks } = await compared(role.id, role.id)
  const none = { left: [], right: [], left_count: 0, right_count: 0 }
  expect(permissions).toEqual({ ...none, common_count: 1 })
  for (const each of [grants, rules, masks]) expect(each).toEqual({ ...none, common_count: 0 })
})

it('cuts long lists, and counts all items', async () => {
  const [left, right] = [await newRole(), await newRole()]
  const groups = Array.from({ length: MAX_COMPARED_ITEMS + 5 }, (_, at) => ({ name: `Folder ${at}` }))
  await store().transaction(async (tx) => {
    for (const group of groups) {
      const folder = await tx.folders.create(group, null)
      await tx.grants.create({ folder_id: folder.id, role_id: left.id, level: 'see' }, null)
    }
  })
  const { grants } = await compared(left.id, right.id)
  expect([grants.left.length, grants.left_count]).toEqual([MAX_COMPARED_ITEMS, MAX_COMPARED_ITEMS + 5])
})

it('accepts only administrators, and needs two existing roles', async () => {
  const [left, right] = [await newRole('Hidden north'), await newRole('Hidden south')]
  const manager = await newRole('Reader of roles')
  await store().roles.setPairs(manager.id, [['can_read', 'Role']])
  const reader = await fixture.as('Reader of roles')
  for (const [caller, status] of [
    [fixture.nobody, 401],
    [await fixture.as('Gamma'), 403],
    [await fixture.as('Alpha'), 403],
    [reader, 403],
  ] as const) {
    const answer = await caller.get(`${URL}/${left.id}/compare/${right.id}`)
    expect([answer.statusCode, answer.body.includes('Hidden')]).toEqual([status, false])
  }
  expect((await reader.get(`${URL}/${left.id}`)).statusCode).toBe(200)
  for (const path of [`${left.id}/compare/999999`, `999999/compare/${left.id}`, `${left.id}/compare/x`])
    expect((await admin.get(`${URL}/${path}`)).statusCode).toBe(404)
})
