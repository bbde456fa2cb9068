import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { type PlanStep, planTree } from './query-plan.ts'

const statements = [
  'CREATE TABLE large (id INTEGER)',
  'INSERT INTO large SELECT a.i * 100 + b.i FROM generate_series(0, 99) a(i), generate_series(0, 99) b(i)',
  'CREATE TABLE small (id INTEGER)',
  'INSERT INTO small VALUES (1), (2), (3)',
]

const steps = (step: PlanStep): readonly PlanStep[] => [step, ...step.children.flatMap(steps)]

describe.each(contractEngines)('the plan of a SELECT on $label', (engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
  })
  afterAll(() => fixture.close())

  it('names the tables with their expected rows, and marks one costliest step', async () => {
    const sql = await fixture.guard.statement('SELECT l.id FROM large l JOIN small s ON l.id = s.id')
    const plan = await fixture.connection.plan(sql, new AbortController().signal)
    const scans = steps(plan).filter(({ children }) => children.length === 0)
    expect(scans).toHaveLength(2)
    for (const table of ['large', 'small']) expect(scans.some(({ detail }) => detail.includes(table))).toBe(true)
    for (const { rows } of steps(plan)) expect(rows === null || rows >= 0).toBe(true)
    const marked = JSON.stringify(planTree(plan)).match(/"isCostliest":true/g)
    expect(marked).toHaveLength(1)
  })

  it('does not run the statement', async () => {
    const sql = await fixture.guard.statement('SELECT id / 0 AS zero FROM large')
    expect(steps(await fixture.connection.plan(sql, new AbortController().signal)).length).toBeGreaterThan(0)
  })

  it('returns the error of the engine for invalid SQL', async () => {
    const sql = await fixture.guard.statement('SELECT nope FROM large')
    const failure = await fixture.connection.plan(sql, new AbortController().signal).catch((error: unknown) => error)
    expect(engine.explain(failure, sql.text).code).toBe('column-missing')
  })
})
