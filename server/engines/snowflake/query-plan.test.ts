import { expect, it } from 'vitest'
import { parsePlan } from './query-plan.ts'

it('reads the plan of a statement', () => {
  const plan = {
    GlobalStats: { partitionsTotal: 3 },
    Operations: [
      [
        { id: 0, operation: 'Result', expressions: ['T.N'] },
        { id: 1, operation: 'TableScan', objects: ['SHOP.WEB.T'], parentOperators: [0] },
      ],
    ],
  }
  expect(parsePlan(JSON.stringify(plan))).toEqual({
    name: 'Result',
    detail: 'partitionsTotal: 3\nT.N',
    cost: null,
    rows: null,
    children: [{ name: 'TableScan', detail: 'SHOP.WEB.T', cost: null, rows: null, children: [] }],
  })
})
