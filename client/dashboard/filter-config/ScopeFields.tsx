import { withChangedFilter } from '../filters/filter-draft.ts'
import { type ChartInScope, chartsOfFilter } from '../filters/filter-scope-charts.ts'
import { useDashboard } from '../state/store.ts'
import styles from './filter-config.module.css'
import { ScopePicker } from './ScopePicker.tsx'
import type { ChangeDraft } from './use-filter-draft.ts'
import { t, tn } from '#core/text/t.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

interface Props {
  readonly filter: FilterConfig
  readonly change: ChangeDraft
}

/** The charts in scope, with the reason for those that the filter cannot apply to. */
export function ChartsInScope({ charts }: { readonly charts: readonly ChartInScope[] }) {
  return (
    <div className={styles['touched']} role="status">
      <strong>
        {charts.length === 0
          ? t('Applies to no charts')
          : tn('Applies to %s chart', 'Applies to %s charts', charts.length, charts.length)}
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

/** Selects the charts that a filter applies to. */
export function ScopeFields({ filter, change }: Props) {
  const state = useDashboard((now) => now)
  return (
    <ScopePicker
      scope={filter.scope}
      onScope={(scope) => change((draft) => withChangedFilter(draft, filter.id, { scope }))}
    >
      <ChartsInScope charts={chartsOfFilter(state, filter)} />
    </ScopePicker>
  )
}
