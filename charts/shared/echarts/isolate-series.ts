import type { ECharts } from 'echarts/core'

interface Legend {
  readonly selected?: Readonly<Record<string, boolean>>
  readonly data?: readonly (string | { readonly name: string })[]
}

/** Returns the names of all legend entries. */
const entriesOf = ({ data = [] }: Legend): readonly string[] =>
  data.map((each) => (typeof each === 'string' ? each : each.name))

/**
 * Shows only one legend entry; a second call shows all. `names` are the entries it is isolated from, by default all.
 */
export function isolateSeries(chart: ECharts, name: string, names?: readonly string[]): void {
  const [legend = {}] = (chart.getOption()['legend'] ?? []) as Legend[]
  const all = new Set(names ?? entriesOf(legend))
  // ECharts stores the dimmed state of shapes that are hidden, and would show them dimmed again.
  chart.dispatchAction({ type: 'downplay' })
  const isSingle = [...all].every((each) => each === name || legend.selected?.[each] === false)
  for (const each of all)
    chart.dispatchAction({ type: isSingle || each === name ? 'legendSelect' : 'legendUnSelect', name: each })
}

interface NamedOption {
  readonly name?: unknown
  readonly data?: readonly unknown[]
}

const nameIn = (value: unknown): string | undefined => {
  const { name } = (value ?? {}) as NamedOption
  return typeof name === 'string' ? name : undefined
}

/**
 * Shows only the legend entry of a mark, or all entries again. The entry is that of the series or of the single value;
 * `dataIndex` -1 is the whole series. Charts without legend entries stay unchanged.
 */
export function isolateMark(
  chart: ECharts,
  { seriesIndex, dataIndex }: { readonly seriesIndex: number; readonly dataIndex: number },
): void {
  const { legend, series } = chart.getOption() as { legend?: readonly Legend[]; series?: readonly NamedOption[] }
  const entries = entriesOf(legend?.[0] ?? {})
  const found = [nameIn(series?.[seriesIndex]), nameIn(series?.[seriesIndex]?.data?.[dataIndex])]
  const name = found.find((each) => each !== undefined && entries.includes(each))
  if (name !== undefined && entries.length > 1) isolateSeries(chart, name)
}

/**
 * Click handling of the legend: a click hides or shows an entry; a double-click or a click with Alt isolates it or shows
 * all.
 */
export function listenToLegend(chart: ECharts): void {
  /** The entries of the last two clicks; undefined for clicks outside of the legend. */
  let [before, last, now]: (string | undefined)[] = []
  chart.on('legendselectchanged', (event) => {
    now = (event as { name: string }).name
  })
  const canvas = chart.getZr()
  canvas.on('click', ({ event }) => {
    const isIsolated = now !== undefined && (event as unknown as { readonly altKey: boolean }).altKey
    if (isIsolated) isolateSeries(chart, now as string)
    ;[before, last, now] = isIsolated ? [] : [last, now, undefined]
  })
  // A click redraws the legend. ECharts keeps the highlight of the replaced entry and reports no `mouseout` for it, so
  // the other series would stay dimmed. The highlight is cleared at once, and again when the pointer leaves.
  let isHighlighted = false
  chart.on('legendselectchanged', () => {
    isHighlighted = true
    chart.dispatchAction({ type: 'downplay' })
  })
  const putOut = () => {
    if (isHighlighted) chart.dispatchAction({ type: 'downplay' })
    isHighlighted = false
  }
  canvas.on('mousemove', ({ target }) => {
    if (!target) putOut()
  })
  canvas.on('globalout', putOut)
  canvas.on('dblclick', () => {
    // The two clicks of a double-click cancel each other out.
    if (last !== undefined && last === before) isolateSeries(chart, last)
  })
}
