import { describe, expect, it } from 'vitest'
import type { PlanNode } from '#core/rest/sqllab.ts'
import { parsePlan as parseMysqlPlan } from './mysql/query-plan.ts'
import { parsePlan as parseTrinoPlan } from './trino/query-plan.ts'
import { type PlanStep, planTree } from './query-plan.ts'

const step = (name: string, cost: number | null, rows: number, children: readonly PlanStep[] = []): PlanStep => ({
  name,
  detail: '',
  cost,
  rows,
  children,
})
const marked = ({ name, isCostliest, children }: PlanNode): readonly string[] => [
  ...(isCostliest ? [name] : []),
  ...children.flatMap(marked),
]

describe('the costliest step of a plan', () => {
  it('has the highest cost without its children', () => {
    // Costs without children: sort 10, join 50 - 30 - 15 = 5, scan a 30, scan b 15.
    const join = step('join', 50, 1, [step('scan a', 30, 5), step('scan b', 15, 900)])
    expect(marked(planTree(step('sort', 60, 1, [join])))).toEqual(['scan a'])
  })

  it('has the most rows if the engine estimates no cost', () => {
    expect(marked(planTree(step('sort', null, 1, [step('scan a', null, 5), step('scan b', null, 900)])))).toEqual([
      'scan b',
    ])
  })

  it('marks no step without estimates', () => {
    expect(marked(planTree(step('scan', null, 0)))).toEqual([])
  })
})

describe('the cost of a statement', () => {
  it('returns the query cost of MySQL, and none for MariaDB before version 11', () => {
    const block = { select_id: 1, cost_info: { query_cost: '12.50' }, table: { table_name: 't', rows: 3 } }
    expect(parseMysqlPlan(JSON.stringify({ query_block: block })).cost).toBe(12.5)
    expect(parseMysqlPlan(JSON.stringify({ query_block: { select_id: 1, cost: 0.25 } })).cost).toBe(0.25)
    expect(parseMysqlPlan(JSON.stringify({ query_block: { select_id: 1 } })).cost).toBeNull()
  })

  it('is the sum of the CPU costs of Trino', () => {
    const scan = { name: 'TableScan', estimates: [{ cpuCost: 30, outputRowCount: 7 }] }
    const root = { name: 'Output', estimates: [{ cpuCost: 5, outputRowCount: 'NaN' }], children: [scan] }
    expect(parseTrinoPlan(JSON.stringify({ 0: root }))).toMatchObject({ cost: 35, rows: null })
  })
})

it('limits the depth of a plan', () => {
  let deep = step('leaf', 1, 1)
  for (let level = 0; level < 300; level++) deep = step(`level ${level}`, 1, 1, [deep])
  let depth = 0
  for (let node: PlanNode | undefined = planTree(deep); node; node = node.children[0]) depth += 1
  expect(depth).toBe(200)
})
