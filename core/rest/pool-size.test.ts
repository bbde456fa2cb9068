import { expect, it } from 'vitest'
import { poolSizeOf } from './pool-size.ts'

it.each([
  [{ pool_size: 1 }, 1],
  [{ pool_size: 20 }, 20],
  [{ pool_size: 5, max_overflow: 10 }, 15],
  [{ pool_size: 5, max_overflow: 0, pool_recycle: 300 }, 5],
  [{ pool_size: 90, max_overflow: 20 }, 100],
  [{ pool_size: 1e9 }, 100],
  [{ pool_size: 0 }, 100],
  [{ pool_size: 5, max_overflow: -1 }, 100],
  [{ pool_size: 5, max_overflow: '10' }, 5],
  [{ max_overflow: 10 }, undefined],
  [{ pool_size: '20' }, undefined],
  [{ pool_size: 2.5 }, undefined],
  [{ pool_size: -3 }, undefined],
  [null, undefined],
  [[20], undefined],
])('reads %j as %j connections', (engine_params, size) => {
  expect(poolSizeOf(JSON.stringify({ engine_params, cost_estimate_enabled: true }))).toBe(size)
})

it.each([null, '', 'null', '[]', '{}', '{"pool_size": 3}', '{'])('reads no size from %j', (extra) => {
  expect(poolSizeOf(extra)).toBeUndefined()
})
