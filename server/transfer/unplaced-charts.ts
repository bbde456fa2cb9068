import type { Chart } from '#core/entity/chart.ts'
import { childrenOf, GRID_ID, ROOT_ID } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { countingSuffix } from './remap-ids.ts'

type Json = Record<string, unknown>

/** Returns a layout with charts added in separate rows at the end of the grid or the first tab. */
export function withUnplacedCharts(position: Json, loose: readonly Pick<Chart, 'id' | 'uuid' | 'slice_name'>[]): Json {
  if (loose.length === 0) return position
  const layout = readLayout(position, countingSuffix())
  const top = childrenOf(layout, ROOT_ID)[0]
  const container = (top?.type === 'TABS' ? top.children[0] : undefined) ?? GRID_ID
  const within = [...(childrenOf(layout, top?.id ?? ROOT_ID).find(({ id }) => id === container)?.parents ?? [ROOT_ID])]
  const parents = [...within, container]
  const boxes: Json = {}
  const rows: string[] = []
  for (const [index, { id, uuid, slice_name }] of loose.entries()) {
    let count = rows.length + 1
    if (index % 3 === 0) {
      while (Object.hasOwn(position, `ROW-N-${count}`) || rows.includes(`ROW-N-${count}`)) count++
      rows.push(`ROW-N-${count}`)
      boxes[rows.at(-1) as string] = row(rows.at(-1) as string, parents)
    }
    const own = boxes[rows.at(-1) as string] as { readonly id: string; readonly children: string[] }
    const key = `CHART-${uuid}`
    own.children.push(key)
    boxes[key] = {
      type: 'CHART',
      id: key,
      children: [],
      parents: [...parents, own.id],
      meta: { chartId: id, height: 50, sliceName: slice_name, uuid, width: 4 },
    }
  }
  const stood = (position[container] ?? layout[container]) as Json
  const children = [...(Array.isArray(stood['children']) ? stood['children'] : []), ...rows]
  return { ...position, [container]: { ...stood, children }, ...boxes }
}

function row(id: string, parents: readonly string[]) {
  return { type: 'ROW', id, children: [] as string[], parents, meta: { background: 'BACKGROUND_TRANSPARENT' } }
}
