import type { PlanStep } from '../query-plan.ts'

/** An operation as printed by `EXPLAIN USING JSON`. */
interface Operation {
  readonly id?: number
  readonly operation?: string
  readonly parentOperators?: readonly number[]
  readonly parent?: number
  readonly objects?: readonly string[]
  readonly expressions?: readonly string[]
}

interface Explanation {
  readonly GlobalStats?: Readonly<Record<string, number>>
  readonly Operations?: readonly (readonly Operation[])[]
}

/** Parses the output of `EXPLAIN USING JSON`: operations that name their parents, and the size of what is read. */
export function parsePlan(json: string): PlanStep {
  const { GlobalStats: statistics = {}, Operations: [operations = []] = [] } = JSON.parse(json) as Explanation
  const isBelow = ({ parentOperators, parent }: Operation, id: number | undefined): boolean =>
    parentOperators?.includes(id ?? -1) ?? parent === id
  const stepOf = (operation: Operation, above: ReadonlySet<Operation>): PlanStep => {
    const path = new Set([...above, operation])
    const below = operations.filter((each) => !path.has(each) && each.id !== undefined && isBelow(each, operation.id))
    return {
      name: operation.operation ?? 'step',
      detail: [...(operation.objects ?? []), ...(operation.expressions ?? [])].join('\n'),
      cost: null,
      rows: null,
      children: below.map((each) => stepOf(each, path)),
    }
  }
  const [first = {}] = operations
  const root = stepOf(first, new Set())
  const sizes = Object.entries(statistics).map(([name, value]) => `${name}: ${value}`)
  return { ...root, detail: [...sizes, root.detail].filter((line) => line !== '').join('\n') }
}
