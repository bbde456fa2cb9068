import type { PlanNode } from '#core/rest/sqllab.ts'

/** A node of a query plan as described by an engine. */
export interface PlanStep {
  readonly name: string
  readonly detail: string
  /** Cost of the node with its children, in the unit of the engine; null if the engine estimates none. */
  readonly cost: number | null
  /** Estimated number of rows that the node returns. */
  readonly rows: number | null
  readonly children: readonly PlanStep[]
}

/** Maximum depth of a plan, and maximum number of its nodes. */
const MAX_DEPTH = 200
const MAX_STEPS = 5000
const MAX_DETAIL = 2000

/**
 * Returns the plan with its most expensive node marked: the highest cost without children, or the most rows if no node
 * has a cost. Nodes beyond the limits are omitted.
 */
export function planTree(root: PlanStep): PlanNode {
  let costliest: PlanStep | undefined
  let highest = 0
  let steps = 0
  const hasCosts = root.cost !== null
  const visit = (step: PlanStep): void => {
    const weight = hasCosts ? ownCost(step) : (step.rows ?? 0)
    if (weight > highest) [costliest, highest] = [step, weight]
    step.children.forEach(visit)
  }
  const limited = (step: PlanStep, depth: number): PlanStep => {
    steps += 1
    const children: PlanStep[] = []
    for (const child of step.children) {
      if (depth >= MAX_DEPTH || steps >= MAX_STEPS) break
      children.push(limited(child, depth + 1))
    }
    return { ...step, detail: step.detail.slice(0, MAX_DETAIL), children }
  }
  const marked = (step: PlanStep): PlanNode => ({
    ...step,
    isCostliest: step === costliest,
    children: step.children.map(marked),
  })
  const plan = limited(root, 1)
  visit(plan)
  return marked(plan)
}

function ownCost({ cost, children }: PlanStep): number {
  return (cost ?? 0) - children.reduce((sum, child) => sum + (child.cost ?? 0), 0)
}
