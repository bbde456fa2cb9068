import { useMemo, useState } from 'react'
import { changed } from '../state/filter-draft.ts'
import { touchedCharts } from '../state/filter-touches.ts'
import { type ScopeNode, scopeTree } from '../state/scope-tree.ts'
import { useDashboard } from '../state/store.ts'
import styles from './filter-config.module.css'
import type { Change } from './use-filter-draft.ts'
import { chartIdsOf } from '#core/layout/charts.ts'
import { ROOT_ID } from '#core/layout/node.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import { scopeOfCharts } from '#core/scope/scope-of-charts.ts'
import { t, tn } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { Tree } from '#ui/display/Tree.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'

interface Props {
  readonly filter: FilterConfig
  readonly change: Change
}

const leafIds = (nodes: readonly ScopeNode[]): ScopeNode[] =>
  nodes.flatMap((node) => (node.children ? leafIds(node.children) : [node]))

/** The charts and tabs of the dashboard, each chart to be ticked. */
function ScopeTree({ filter, change }: Props) {
  const layout = useDashboard((state) => state.layout)
  const slices = useDashboard((state) => state.slices)
  const tree = useMemo(() => scopeTree(layout, slices), [layout, slices])
  const [expanded, expand] = useState(() => new Set(tree.flatMap((node) => [node.id, ...openIds(node)])))
  const inScope = new Set(chartsInScope(layout, filter.scope))
  const leaves = leafIds(tree)
  const checked = new Set(
    leaves.filter(({ chartId }) => chartId !== undefined && inScope.has(chartId)).map(({ id }) => id),
  )
  const check = (next: ReadonlySet<string>) => {
    // A chart that stands twice is touched in both places or in none.
    const flipped = leaves.filter(({ id }) => next.has(id) !== checked.has(id)).map(({ chartId }) => chartId)
    const ids = new Set(inScope)
    for (const { id, chartId } of leaves)
      if (chartId !== undefined && flipped.includes(chartId)) {
        if (next.has(id) && !checked.has(id)) ids.add(chartId)
        if (!next.has(id) && checked.has(id)) ids.delete(chartId)
      }
    change((draft) => changed(draft, filter.id, { scope: scopeOfCharts(layout, [...ids]) }))
  }
  return (
    <div className={styles['tree']}>
      <Tree
        label={t('Charts the filter applies to')}
        nodes={tree}
        expanded={expanded}
        onExpand={expand}
        checked={checked}
        onCheck={check}
      />
    </div>
  )
}

const openIds = (node: ScopeNode): string[] => (node.children ?? []).flatMap((each) => [each.id, ...openIds(each)])

/** The charts that a filter touches now, and why it cannot narrow some of them. */
function Touched({ filter }: { readonly filter: FilterConfig }) {
  const state = useDashboard((now) => now)
  const charts = touchedCharts(state, filter)
  return (
    <div className={styles['touched']} role="status">
      <strong>
        {charts.length === 0
          ? t('It touches no chart')
          : tn('It touches %s chart', 'It touches %s charts', charts.length, charts.length)}
      </strong>
      <ul>
        {charts.map(({ id, name, why }) => (
          <li key={id}>
            {name}
            {why && <span className={styles['quiet']}> · {why}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Which charts a filter applies to. */
export function ScopeFields({ filter, change }: Props) {
  const layout = useDashboard((state) => state.layout)
  const { rootPath, excluded } = filter.scope
  const isAll = rootPath.includes(ROOT_ID) && excluded.length === 0
  const [isChosen, setChosen] = useState(!isAll)
  const choose = (way: 'all' | 'some') => {
    setChosen(way === 'some')
    const all = { rootPath: [ROOT_ID], excluded: [] }
    if (way === 'all') change((draft) => changed(draft, filter.id, { scope: all }))
  }
  const count = chartIdsOf(layout).length
  return (
    <div className={styles['scope']}>
      <div className={styles['fields']}>
        <RadioGroup
          label={t('Scoping')}
          options={[
            { value: 'all', label: t('Apply to all panels'), description: t('Charts added later as well') },
            { value: 'some', label: t('Apply to specific panels'), isDisabled: count === 0 },
          ]}
          value={isChosen ? 'some' : 'all'}
          onChange={choose}
        />
        {isChosen && <ScopeTree filter={filter} change={change} />}
      </div>
      <Touched filter={filter} />
    </div>
  )
}
