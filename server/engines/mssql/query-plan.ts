import type { PlanStep } from '../query-plan.ts'

/** A step whose children are still read. */
interface OpenStep {
  readonly name: string
  readonly detail: string[]
  readonly cost: number | null
  readonly rows: number | null
  readonly children: OpenStep[]
}

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Parses the output of `SET SHOWPLAN_XML`: each `RelOp` is a step, and the first table in it its object. */
export function parsePlan(xml: string): PlanStep {
  const root = step('statement', new Map())
  const open: OpenStep[] = [root]
  for (const [, end, name, attributes = '', isEmpty] of xml.matchAll(TAG)) {
    const current = open.at(-1) ?? root
    if (name === 'RelOp' && end) open.pop()
    else if (name === 'RelOp') {
      const values = attributesOf(attributes)
      const next = step(values.get('PhysicalOp') ?? 'step', values)
      current.children.push(next)
      if (!isEmpty) open.push(next)
    } else if (name === 'Object' && current !== root) {
      const values = attributesOf(attributes)
      const objectName = ['Schema', 'Table', 'Index']
        .map((part) => values.get(part))
        .filter((part) => part !== undefined)
      current.detail.push(objectName.join('.'))
    }
  }
  return toPlanStep(root)
}

function step(name: string, values: ReadonlyMap<string, string>): OpenStep {
  const logical = values.get('LogicalOp')
  return {
    name,
    detail: logical === undefined || logical === name ? [] : [logical],
    cost: numberOf(values.get('EstimatedTotalSubtreeCost')),
    rows: numberOf(values.get('EstimateRows')),
    children: [],
  }
}

/** A statement with one step is that step. */
function toPlanStep({ name, detail, cost, rows, children }: OpenStep): PlanStep {
  const [onlyChild, ...others] = children
  if (name === 'statement' && onlyChild && others.length === 0) return toPlanStep(onlyChild)
  return { name, detail: detail.join('\n'), cost, rows, children: children.map(toPlanStep) }
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const decoded = (value: string): string => value.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
  return new Map([...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]))
}

function numberOf(text: string | undefined): number | null {
  const number = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
