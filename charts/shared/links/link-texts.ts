import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'
import { hiddenText, type Link, type Links } from './links.ts'

/** The node or link of an ECharts event. */
export interface NodeOrEdge {
  readonly dataIndex: number
  readonly dataType?: 'node' | 'edge' | undefined
}

const ARROW = ' → '
/** The maximum number of links in a description of a node, and in the summary. */
const SPOKEN = 5

const nameAt = ({ nodes }: Links, at: number): string => nodes[at]?.name ?? ''

const linkName = (all: Links, { from, to }: Link): string => `${nameAt(all, from)}${ARROW}${nameAt(all, to)}`

const largestFirst = (links: readonly Link[]): Link[] => links.toSorted((a, b) => b.value - a.value)

/** Returns the tooltip of a node or a link. */
export function linkTooltip(
  all: Links,
  format: string,
  colors: readonly string[],
  theme: ChartTheme,
): Record<string, unknown> {
  const print = numberFormatter(format)
  const formatter = ({ dataIndex, dataType }: NodeOrEdge): string => {
    const link = dataType === 'edge' ? all.links[dataIndex] : undefined
    if (link) {
      const color = colors[link.from] ?? theme.other
      return tooltipHtml(all.metric, [{ color, name: linkName(all, link), text: print(link.value) }])
    }
    const node = all.nodes[dataIndex]
    if (!node || dataType === 'edge') return ''
    const row = { color: colors[dataIndex] ?? theme.other, name: node.name, text: print(node.value) }
    return tooltipHtml(all.metric, [row], node.category ?? '')
  }
  return { ...tooltipFrame(theme), trigger: 'item', formatter }
}

/** Describes a node: its value and its largest links. */
export function nodeText(all: Links, at: number, format: string): string {
  const print = numberFormatter(format)
  const node = all.nodes[at]
  if (!node) return ''
  const out = largestFirst(all.links.filter(({ from }) => from === at))
  const to = out.slice(0, SPOKEN).map((link) => `${nameAt(all, link.to)} ${print(link.value)}`)
  return `${node.name}: ${print(node.value)}${to.length > 0 ? `. ${t('To %s', to.join(', '))}` : ''}`
}

/** Returns a summary: the number of nodes and links, and the largest links. */
export function linksSummary(all: Links, format: string): string {
  if (all.links.length === 0) return t('Chart without values')
  const print = numberFormatter(format)
  const largest = largestFirst(all.links)
    .slice(0, SPOKEN)
    .map((link) => `${linkName(all, link)} ${print(link.value)}`)
  const head = `${all.metric}. ${t('%s nodes, %s links', all.nodes.length, all.links.length)}. ${largest.join(', ')}`
  return [head, hiddenText(all)].filter(Boolean).join('. ')
}

/** Returns the ECharts title with the note below the picture. */
export function hiddenLinksTitle(text: string, theme: ChartTheme): Record<string, unknown> {
  return {
    show: text !== '',
    text,
    left: 0,
    bottom: 0,
    padding: 0,
    textStyle: { color: theme.textMuted, fontSize: 11, fontWeight: 400 },
  }
}

/** Returns the height of the note below the picture, in pixels. */
export const noteHeight = (text: string): number => (text === '' ? 0 : 18)
