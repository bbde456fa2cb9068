import { expect, it } from 'vitest'
import { hasPerm } from './has-perm.ts'

it('S-PERM-13: decides by the permission strings of a resource, word for word', () => {
  const may = hasPerm(['can_read', 'can_export'])
  expect(['can_read', 'can_export', 'can_write', 'can_exp', 'CAN_READ'].map(may)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(hasPerm([])('can_read')).toBe(false)
  expect(hasPerm(undefined)('can_write')).toBe(true)
})
