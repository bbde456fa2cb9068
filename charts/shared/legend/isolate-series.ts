import type { ECharts } from 'echarts/core'

interface Legend {
  readonly selected?: Readonly<Record<string, boolean>>
  readonly data?: readonly (string | { readonly name: string })[]
}

/** The names of all entries of the legend. */
const entriesOf = ({ data = [] }: Legend): readonly string[] =>
  data.map((each) => (typeof each === 'string' ? each : each.name))

/** Shows one entry of the legend alone; doing it again shows all. `names` are those it is alone among: usually all. */
export function isolateSeries(chart: ECharts, name: string, names?: readonly string[]): void {
  const [legend = {}] = (chart.getOption()['legend'] ?? []) as Legend[]
  const all = new Set(names ?? entriesOf(legend))
  // What is hidden while it is faded would come back faded: ECharts keeps its shapes aside.
  chart.dispatchAction({ type: 'downplay' })
  const isAlone = [...all].every((each) => each === name || legend.selected?.[each] === false)
  for (const each of all)
    chart.dispatchAction({ type: isAlone || each === name ? 'legendSelect' : 'legendUnSelect', name: each })
}

/** One press of an entry of the legend hides it or brings it back; two show it alone, and two more show all. */
export function listenToLegend(chart: ECharts): void {
  /** What the last two presses were of; undefined where they were beside the legend. */
  let [before, last, now]: (string | undefined)[] = []
  chart.on('legendselectchanged', (event) => {
    now = (event as { name: string }).name
  })
  const canvas = chart.getZr()
  canvas.on('click', () => {
    ;[before, last, now] = [last, now, undefined]
  })
  // A press draws the legend anew, and who leaves an entry that is gone is not told: what it lit is put out here.
  let isLit = false
  chart.on('legendselectchanged', () => {
    isLit = true
  })
  const putOut = () => {
    if (isLit) chart.dispatchAction({ type: 'downplay' })
    isLit = false
  }
  canvas.on('mousemove', ({ target }) => {
    if (!target) putOut()
  })
  canvas.on('globalout', putOut)
  canvas.on('dblclick', () => {
    // Each of the two has taken the other back.
    if (last !== undefined && last === before) isolateSeries(chart, last)
  })
}
