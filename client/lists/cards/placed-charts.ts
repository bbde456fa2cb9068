import { isObject } from '#core/rest/json.ts'

function layoutIn(json: string | null | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Returns the ids of the charts of a stored layout in reading order: row by row, tab by tab. */
export function placedCharts(json: string | null | undefined): readonly number[] {
  const layout = layoutIn(json)
  const visited = new Set<string>()
  const ids: number[] = []
  const visit = (key: string) => {
    const node = layout[key]
    if (visited.has(key) || !isObject(node)) return
    visited.add(key)
    const id = isObject(node['meta']) ? node['meta']['chartId'] : undefined
    if (typeof id === 'number') ids.push(id)
    const { children } = node
    if (Array.isArray(children)) for (const child of children) if (typeof child === 'string') visit(child)
  }
  visit('ROOT_ID')
  return ids
}
