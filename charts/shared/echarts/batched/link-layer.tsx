import { helper } from 'echarts/core'
import { BatchedLayer } from './batched-marks.tsx'

/** An event target with its parent. */
interface Target {
  readonly parent?: Target | null
}

/** An ECharts link with the nodes at its ends. */
export interface LinkEnds {
  readonly dataIndex: number
  readonly node1: { readonly dataIndex: number }
  readonly node2: { readonly dataIndex: number }
}

/** Returns the links at a node, by its index. */
type LinksAt = (node: number) => ReadonlySet<number>

export function linksAtNodes(links: readonly LinkEnds[]): LinksAt {
  return (node) =>
    new Set(
      links.flatMap(({ dataIndex, node1, node2 }) =>
        node1.dataIndex === node || node2.dataIndex === node ? [dataIndex] : [],
      ),
    )
}

/** Paints links as one element. Hovering a link dims the others; hovering a node dims all links except its own. */
export class LinkLayer {
  readonly batch = new BatchedLayer()
  private linksAt: LinksAt = () => new Set()

  /** Listens to hover events of the whole picture. */
  listen(group: { on(name: string, handler: (event: { readonly target?: Target }) => void): void }): void {
    group.on('mouseover', ({ target }) => this.focusNode(nodeOf(target)))
    group.on('mouseout', () => this.focusNode(undefined))
  }

  draw(...[marks, series, z2, linksAt]: readonly [...Parameters<BatchedLayer['draw']>, LinksAt]): void {
    this.linksAt = linksAt
    this.batch.draw(marks, series, z2)
  }

  /** Dims all links except those of this node; without a node, dims none. */
  focusNode(node: unknown): void {
    this.batch.focus(typeof node === 'number' ? this.linksAt(node) : undefined)
  }
}

/** Returns the index of the node that an element belongs to; undefined for links and other elements. */
function nodeOf(target: Target | null | undefined): number | undefined {
  for (let at = target; at; at = at.parent) {
    const { dataIndex, dataType } = helper.getECData(at as never) as { dataIndex?: number; dataType?: string }
    if (dataIndex !== undefined && dataIndex !== null) return dataType === 'edge' ? undefined : dataIndex
  }
  return undefined
}
