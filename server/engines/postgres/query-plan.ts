import type { PlanStep } from '../query-plan.ts'

type Step = Readonly<Record<string, unknown>>

/** Properties of a plan node that are shown elsewhere in its description. */
const LEFT_OUT = new Set([
  'Node Type',
  'Plans',
  'Total Cost',
  'Startup Cost',
  'Plan Rows',
  'Plan Width',
  'Parallel Aware',
  'Async Capable',
  'Disabled',
])

/** Parses the output of `EXPLAIN (FORMAT JSON)`. */
export function parsePlan(json: string): PlanStep {
  const [root] = JSON.parse(json) as readonly { readonly Plan?: Step }[]
  return planStep(root?.Plan ?? {})
}

function planStep(step: Step): PlanStep {
  const detail = Object.entries(step).filter(([key]) => !LEFT_OUT.has(key))
  return {
    name: typeof step['Node Type'] === 'string' ? step['Node Type'] : '',
    detail: detail.map(([key, value]) => `${key}: ${textOf(value)}`).join('\n'),
    cost: numberOf(step['Total Cost']),
    rows: numberOf(step['Plan Rows']),
    children: ((step['Plans'] ?? []) as readonly Step[]).map(planStep),
  }
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
}
