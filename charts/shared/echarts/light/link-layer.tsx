import { helper } from 'echarts/core'
import { LightLayer } from './light-marks.tsx'

/** An element that events come from, and what it is in. */
interface Target {
  readonly parent?: Target | null
}

/** A link as ECharts has it, with the nodes at its ends. */
export interface LinkEnds {
  readonly dataIndex: number
  readonly node1: { readonly dataIndex: number }
  readonly node2: { readonly dataIndex: number }
}

/** Which links begin or end at a node, by its number. */
type LinksAt = (node: number) => ReadonlySet<number>

export function linksAtNodes(links: readonly LinkEnds[]): LinksAt {
  return (node) =>
    new Set(
      links.flatMap(({ dataIndex, node1, node2 }) =>
        node1.dataIndex === node || node2.dataIndex === node ? [dataIndex] : [],
      ),
    )
}

/** Links painted as one: pointing at one fades the others, and so does pointing at a node for those that are not its own. */
export class LinkLayer {
  readonly light = new LightLayer()
  private linksAt: LinksAt = () => new Set()

  /** Hears of what is pointed at in the whole picture. */
  listen(group: { on(name: string, handler: (event: { readonly target?: Target }) => void): void }): void {
    group.on('mouseover', ({ target }) => this.focusNode(nodeOf(target)))
    group.on('mouseout', () => this.focusNode(undefined))
  }

  draw(...[marks, series, z2, linksAt]: readonly [...Parameters<LightLayer['draw']>, LinksAt]): void {
    this.linksAt = linksAt
    this.light.draw(marks, series, z2)
  }

  /** Fades all links but those of this node; none where there is no node. */
  focusNode(node: unknown): void {
    this.light.focus(typeof node === 'number' ? this.linksAt(node) : undefined)
  }
}

/** The number of the node that an element belongs to; undefined of links and of what belongs to none. */
function nodeOf(target: Target | null | undefined): number | undefined {
  for (let at = target; at; at = at.parent) {
    const { dataIndex, dataType } = helper.getECData(at as never) as { dataIndex?: number; dataType?: string }
    if (dataIndex !== undefined && dataIndex !== null) return dataType === 'edge' ? undefined : dataIndex
  }
  return undefined
}
