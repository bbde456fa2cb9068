import { expect, it } from 'vitest'
import type { RouteRequest } from '#server/route/route.ts'
import { visibleGroups } from './objects.ts'

it('a caller who is limited to a role may name no groups of the user', () => {
  const conditionFor = (more: object) =>
    visibleGroups({ user: { userId: 1, roles: {}, roleIds: [3], ...more } } as unknown as RouteRequest)
  expect(conditionFor({})).toEqual({ some: 'users', where: { col: 'id', op: 'eq', value: 1 } })
  expect(conditionFor({ roleLimit: { id: 3, heldRoleIds: [3] } })).toBe(false)
})
