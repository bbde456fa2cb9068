import type { PlanStep } from '../query-plan.ts'

interface Step {
  readonly name?: string
  readonly extra_info?: Readonly<Record<string, unknown>>
  readonly children?: readonly Step[]
}

const ROWS = 'Estimated Cardinality'

/** Parses the output of `EXPLAIN (FORMAT json)`. DuckDB estimates rows but no cost. */
export function parsePlan(json: string): PlanStep {
  const [root = {}] = JSON.parse(json) as readonly Step[]
  return planStep(root)
}

function planStep({ name = '', extra_info: info = {}, children = [] }: Step): PlanStep {
  const rows = info[ROWS] === undefined ? Number.NaN : Number(info[ROWS])
  const detail = Object.entries(info).filter(([key]) => key !== ROWS && !key.startsWith('__'))
  return {
    name: name.trim().replaceAll('_', ' '),
    detail: detail.map(([key, value]) => `${key}: ${textOf(value)}`).join('\n'),
    cost: null,
    rows: Number.isFinite(rows) ? rows : null,
    children: children.map(planStep),
  }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
}
