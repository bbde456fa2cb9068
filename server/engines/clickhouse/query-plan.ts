import type { PlanStep } from '../query-plan.ts'

interface PlanObject {
  readonly 'Node Type'?: string
  readonly Plans?: readonly PlanObject[]
  readonly [key: string]: unknown
}

/** Parses the output of `EXPLAIN json = 1`. The server estimates no costs. */
export function parsePlan(json: string): PlanStep {
  const [first] = JSON.parse(json) as readonly { readonly Plan?: PlanObject }[]
  return stepOf(first?.Plan ?? {})
}

function stepOf({ 'Node Type': name = 'Query', 'Node Id': _id, Plans: children = [], ...rest }: PlanObject): PlanStep {
  const detail = Object.entries(rest)
    .map(([key, value]) =>
      key === 'Description' ? String(value) : `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n')
  return { name, detail, cost: null, rows: null, children: children.map(stepOf) }
}
