import type { PlanNode } from '#core/rest/sqllab.ts'

/** A step of a query plan as an engine describes it. */
export interface PlanStep {
  readonly name: string
  readonly detail: string
  /** Cost of the step with its children, in the unit of the engine; null where it estimates none. */
  readonly cost: number | null
  /** Rows that the step is expected to return. */
  readonly rows: number | null
  readonly children: readonly PlanStep[]
}

/** Nested steps that are read, and steps of a whole plan. */
const MAX_DEPTH = 200
const MAX_STEPS = 5000
const MAX_DETAIL = 2000

/**
 * Returns the plan with its costliest step marked: the step with the highest cost without its children, or with the most
 * rows where no step has a cost. Steps beyond the limits are left out.
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
