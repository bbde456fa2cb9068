import type { PlanStep } from '../query-plan.ts'

/** The beginning of a step: its indentation, a mark, and its name. */
const STEP = /^([\s│|├└─-]*?)(?:-> {1,2}|• )(.+)$/
const COSTS = /\s*\(cost=\S*?\.\.(\d+(?:\.\d+)?) rows=(\d+) width=\d+\)/
const ESTIMATE = /^(?:estimated row count|cardinality)\s*[:=]\s*([\d,]+)/

interface OpenStep {
  readonly indent: number
  readonly name: string
  cost: number | null
  rows: number | null
  readonly detail: string[]
  readonly children: OpenStep[]
}

/**
 * Parses a plan that is printed as an indented text: steps begin with `->` (PostgreSQL, Redshift) or `•` (CockroachDB),
 * the lines below a step describe it.
 */
export function parseTextPlan(lines: readonly string[]): PlanStep {
  const root: OpenStep = { indent: -1, name: 'plan', cost: null, rows: null, detail: [], children: [] }
  const open: OpenStep[] = [root]
  for (const line of lines.filter((each) => each.replace(/[\s│|]/g, '') !== '')) {
    const found = STEP.exec(line)
    const isFirst = open.length === 1 && COSTS.test(line)
    if (!found && !isFirst) {
      addDetail(open.at(-1) ?? root, line.replace(/^[\s│|]+/, '').trimEnd())
      continue
    }
    const step = stepOf(found?.[2] ?? line.trim(), found?.[1]?.length ?? 0)
    while ((open.at(-1)?.indent ?? -1) >= step.indent && open.length > 1) open.pop()
    open.at(-1)?.children.push(step)
    open.push(step)
  }
  const [only, ...others] = root.children
  return toPlanStep(only && others.length === 0 && root.detail.length === 0 ? only : root)
}

function stepOf(text: string, indent: number): OpenStep {
  const costs = COSTS.exec(text)
  const [cost = null, rows = null] = costs?.slice(1).map(Number) ?? []
  return { indent, name: text.replace(COSTS, '').trim(), cost, rows, detail: [], children: [] }
}

function addDetail(step: OpenStep, line: string): void {
  const rows = ESTIMATE.exec(line)?.[1]
  if (rows !== undefined) step.rows = Number(rows.replaceAll(',', ''))
  else step.detail.push(line)
}

function toPlanStep({ name, cost, rows, detail, children }: OpenStep): PlanStep {
  return { name, detail: detail.join('\n'), cost, rows, children: children.map(toPlanStep) }
}
