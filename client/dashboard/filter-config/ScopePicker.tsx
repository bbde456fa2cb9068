import { type ReactNode, useMemo, useState } from 'react'
import { type ScopeNode, scopeTree } from '../filters/scope-tree.ts'
import { useDashboard } from '../state/store.ts'
import styles from './filter-config.module.css'
import { chartIdsOf } from '#core/layout/charts.ts'
import { ROOT_ID } from '#core/layout/node.ts'
import { chartsInScope, type Scope } from '#core/scope/charts-in-scope.ts'
import { scopeOfCharts } from '#core/scope/scope-of-charts.ts'
import { t } from '#core/text/t.ts'
import { Tree } from '#ui/display/Tree.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'

interface Props {
  readonly scope: Scope
  readonly onScope: (scope: Scope) => void
  /** A summary of the charts in scope, shown next to the tree. */
  readonly children?: ReactNode
}

const leafIds = (nodes: readonly ScopeNode[]): ScopeNode[] =>
  nodes.flatMap((node) => (node.children ? leafIds(node.children) : [node]))

const openIds = (node: ScopeNode): string[] => (node.children ?? []).flatMap((each) => [each.id, ...openIds(each)])

/** The tabs and charts of the dashboard as a tree with checkboxes. */
function ScopeTree({ scope, onScope }: Props) {
  const layout = useDashboard((state) => state.layout)
  const slices = useDashboard((state) => state.slices)
  const tree = useMemo(() => scopeTree(layout, slices), [layout, slices])
  const [expanded, expand] = useState(() => new Set(tree.flatMap((node) => [node.id, ...openIds(node)])))
  const inScope = new Set(chartsInScope(layout, scope))
  const leaves = leafIds(tree)
  const checked = new Set(
    leaves.filter(({ chartId }) => chartId !== undefined && inScope.has(chartId)).map(({ id }) => id),
  )
  const check = (next: ReadonlySet<string>) => {
    // A chart that occurs twice is in scope in both places or in neither.
    const flipped = leaves.filter(({ id }) => next.has(id) !== checked.has(id)).map(({ chartId }) => chartId)
    const ids = new Set(inScope)
    for (const { id, chartId } of leaves)
      if (chartId !== undefined && flipped.includes(chartId)) {
        if (next.has(id) && !checked.has(id)) ids.add(chartId)
        if (!next.has(id) && checked.has(id)) ids.delete(chartId)
      }
    onScope(scopeOfCharts(layout, [...ids]))
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

/** Selects a scope: all panels, or specific charts. */
export function ScopePicker({ scope, onScope, children }: Props) {
  const layout = useDashboard((state) => state.layout)
  const isAll = scope.rootPath.includes(ROOT_ID) && scope.excluded.length === 0
  const [isChosen, setChosen] = useState(!isAll)
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
          onChange={(scopeMode: 'all' | 'some') => {
            setChosen(scopeMode === 'some')
            if (scopeMode === 'all') onScope({ rootPath: [ROOT_ID], excluded: [] })
          }}
        />
        {isChosen && <ScopeTree scope={scope} onScope={onScope} />}
      </div>
      {children}
    </div>
  )
}
