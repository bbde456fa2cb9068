import { expect, it } from 'vitest'
import type { RoleComparison } from '#core/rest/role-comparison.ts'
import { comparisonParts } from './comparison-rows.ts'

const none = { left: [], right: [], left_count: 0, right_count: 0, common_count: 0 }
const empty: RoleComparison = {
  left: { id: 3, name: 'North' },
  right: { id: 4, name: 'South' },
  permissions: none,
  grants: none,
  rules: none,
  masks: none,
}
const partOf = (title: string, over: Partial<RoleComparison>) =>
  comparisonParts({ ...empty, ...over }).find((part) => part.title === title)
const sidesOf = (title: string, over: Partial<RoleComparison>) =>
  partOf(title, over)?.rows.map(({ name, detail, left, right }) => [name, detail, left, right])

it('names permissions in words, with their area', () => {
  const permissions = {
    ...none,
    left: [['can_csv', 'Superset']],
    right: [['can_read', 'Chart']],
    left_count: 1,
    right_count: 1,
  } satisfies RoleComparison['permissions']
  const rows = sidesOf('Permissions', { permissions })
  expect(rows?.map(([name, , left, right]) => [name, left, right]).toSorted()).toEqual([
    ['Export charts as CSV', 'Yes', 'No'],
    ['Read charts', 'No', 'Yes'],
  ])
})

it('shows the levels of both roles on one object in one row', () => {
  const board = { type: 'dashboard' as const, id: 1, name: 'Board', schema: null }
  const schema = { type: 'database' as const, id: 2, name: 'shop', schema: 'sales' }
  const grants = {
    ...none,
    left: [{ level: 'edit' as const, object: board }],
    right: [
      { level: 'see' as const, object: board },
      { level: 'explore' as const, object: schema },
    ],
    left_count: 1,
    right_count: 2,
  }
  expect(sidesOf('Grants', { grants })).toEqual([
    ['Board', 'Dashboard', 'Can edit', 'Can see'],
    ['shop.sales', 'Schema', 'No grant', 'Can explore'],
  ])
})

it('names the role that a rule restricts: for the type Base, the one that the rule does not list', () => {
  const rule = {
    id: 1,
    name: 'a',
    filter_type: 'Regular' as const,
    clause: 'x = 1',
    datasets: [{ id: 5, name: 'sales' }],
  }
  const rules = {
    ...none,
    left: [rule, { ...rule, id: 2, name: 'b', filter_type: 'Base' as const }],
    left_count: 2,
  }
  expect(sidesOf('Row-level security', { rules })).toEqual([
    ['a', 'sales: x = 1', 'Restricted', 'Not restricted'],
    ['b', 'sales: x = 1', 'Not restricted', 'Restricted'],
  ])
})

it('names the role for which a column is masked, and the mask', () => {
  const mask = {
    dataset: { id: 5, name: 'people' },
    column_name: 'salary',
    method: 'null' as const,
    filter_type: 'Base' as const,
  }
  const masks = { ...none, right: [mask, { ...mask, filter_type: 'Regular' as const }], right_count: 2 }
  expect(sidesOf('Column masks', { masks })).toEqual([
    ['people.salary', 'Empty', 'Masked', 'Not masked'],
    ['people.salary', 'Empty', 'Not masked', 'Masked'],
  ])
})

it('counts differences that the response left out', () => {
  expect(partOf('Grants', { grants: { ...none, left_count: 1200 } })?.more).toBe(1200)
  expect(partOf('Grants', {})?.more).toBe(0)
})
