import type { PlanStep } from '../query-plan.ts'

interface PlanObject {
  readonly 'Node Type'?: string
  readonly Plans?: readonly PlanObject[]
  readonly [key: string]: unknown
}

/** The data that a statement reads of one table: a row of `EXPLAIN ESTIMATE`. */
export interface ReadEstimate {
  readonly database: string
  readonly table: string
  readonly parts: number
  readonly rows: number
  readonly marks: number
}

/** Returns the estimates in the rows of `EXPLAIN ESTIMATE`. */
export function parseEstimates(rows: readonly (readonly string[])[]): readonly ReadEstimate[] {
  return rows.map(([database = '', table = '', parts, read, marks]) => ({
    database,
    table,
    parts: Number(parts),
    rows: Number(read),
    marks: Number(marks),
  }))
}

/**
 * Parses the output of `EXPLAIN json = 1`. The server estimates no costs: the cost of a node is the number of rows that
 * it reads from tables, in equal parts for a table that is read several times. A node has none if a table below has none.
 */
export function parsePlan(json: string, estimates: readonly ReadEstimate[] = []): PlanStep {
  const [first] = JSON.parse(json) as readonly { readonly Plan?: PlanObject }[]
  const plan = first?.Plan ?? {}
  return stepOf(plan, { estimates, reads: descriptionsIn(plan) })
}

interface ReadStep {
  readonly estimates: readonly ReadEstimate[]
  /** The descriptions of all nodes without children. */
  readonly reads: readonly string[]
}

function descriptionsIn({ Plans: children = [], Description: description }: PlanObject): readonly string[] {
  return children.length === 0 ? [String(description)] : children.flatMap(descriptionsIn)
}

function stepOf(node: PlanObject, reading: ReadStep): PlanStep {
  const { 'Node Type': name = 'Query', 'Node Id': _id, Plans: plans = [], ...rest } = node
  const lines = Object.entries(rest).map(([key, value]) =>
    key === 'Description' ? String(value) : `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  if (plans.length === 0) {
    const read = estimateOf(rest['Description'], reading)
    const detail = [...lines, ...(read ? [`Parts: ${read.parts}, marks: ${read.marks}`] : [])].join('\n')
    return { name, detail, cost: read?.rows ?? null, rows: read?.rows ?? null, children: [] }
  }
  const children = plans.map((each) => stepOf(each, reading))
  const cost = children.reduce<number | null>(
    (sum, each) => (sum === null || each.cost === null ? null : sum + each.cost),
    0,
  )
  return { name, detail: lines.join('\n'), cost, rows: null, children }
}

/** Returns the estimate of one node that reads a table. */
function estimateOf(description: unknown, { estimates, reads }: ReadStep) {
  const found = estimates.find(({ database, table }) => description === `${database}.${table}`)
  if (!found) return undefined
  const times = reads.filter((each) => each === description).length
  const share = (total: number) => Math.round(total / times)
  return { parts: share(found.parts), rows: share(found.rows), marks: share(found.marks) }
}
