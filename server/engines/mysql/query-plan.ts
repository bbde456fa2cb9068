import type { PlanStep } from '../query-plan.ts'

/** Parses the output of `EXPLAIN FORMAT=JSON`. Each object with objects in it is a step. */
export function parsePlan(json: string): PlanStep {
  const { query_block: block = {} } = JSON.parse(json) as { readonly query_block?: Readonly<Record<string, unknown>> }
  return stepOf('query block', block)
}

function stepOf(name: string, block: Readonly<Record<string, unknown>>): PlanStep {
  const children: PlanStep[] = []
  const detail: string[] = []
  for (const [key, value] of Object.entries(block)) {
    if (isObject(value)) {
      if (key !== 'cost_info') children.push(stepOf(titleOf(key, value), value))
    } else if (Array.isArray(value) && value.some(isObject)) children.push(...stepsOf(key, value))
    else if (key !== 'table_name') detail.push(`${key.replaceAll('_', ' ')}: ${textOf(value)}`)
  }
  const costs = isObject(block['cost_info']) ? block['cost_info'] : {}
  return {
    name,
    detail: detail.join('\n'),
    cost: numberOf(costs['query_cost'] ?? costs['prefix_cost'] ?? block['cost']),
    rows: numberOf(block['rows_examined_per_scan'] ?? block['rows']),
    children,
  }
}

function stepsOf(key: string, list: readonly unknown[]): readonly PlanStep[] {
  return list.filter(isObject).flatMap((each) => {
    const entries = Object.entries(each)
    const [only] = entries
    if (entries.length === 1 && only && isObject(only[1])) return [stepOf(titleOf(only[0], only[1]), only[1])]
    return [stepOf(titleOf(key, each), each)]
  })
}

function titleOf(key: string, block: Readonly<Record<string, unknown>>): string {
  const table = block['table_name']
  return typeof table === 'string' ? `${key} ${table}` : key.replaceAll('_', ' ')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
}
