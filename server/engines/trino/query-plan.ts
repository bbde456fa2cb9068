import type { PlanStep } from '../query-plan.ts'

interface PlanNode {
  readonly name?: string
  readonly descriptor?: Readonly<Record<string, string>>
  readonly details?: readonly string[]
  readonly estimates?: readonly Readonly<Record<string, number | string>>[]
  readonly children?: readonly PlanNode[]
}

type Fragments = Readonly<Record<string, PlanNode>>

/** Maximum depth of fragments within fragments. */
const MAX_DEPTH = 100

/** Parses the output of `EXPLAIN (FORMAT JSON)`: fragments by id, of which the first returns the result. */
export function parsePlan(json: string): PlanStep {
  const fragments = JSON.parse(json) as Fragments
  return stepOf(fragments['0'] ?? {}, fragments, 0)
}

function stepOf(node: PlanNode, fragments: Fragments, depth: number): PlanStep {
  const { name = 'query', descriptor = {}, details = [], estimates = [], children = [] } = node
  const sources = descriptor['sourceFragmentIds']?.match(/\d+/g) ?? []
  const nodes = [...children, ...sources.flatMap((id) => fragments[id] ?? [])]
  const below = depth < MAX_DEPTH ? nodes.map((each) => stepOf(each, fragments, depth + 1)) : []
  const estimate = estimates.at(-1) ?? {}
  const own = numberOf(estimate['cpuCost'])
  const described = Object.entries(descriptor)
    .filter(([key, value]) => value !== '' && key !== 'sourceFragmentIds')
    .map(([key, value]) => `${key}: ${value}`)
  const costs = [own, ...below.map(({ cost }) => cost)].filter((cost) => cost !== null)
  return {
    name: descriptor['table'] === undefined ? name : `${name} ${descriptor['table']}`,
    detail: [...described, ...details].join('\n'),
    cost: costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null,
    rows: numberOf(estimate['outputRowCount']),
    children: below,
  }
}

/** Unknown estimates are the text `NaN`. */
function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
