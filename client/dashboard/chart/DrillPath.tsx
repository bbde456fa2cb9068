import { memo } from 'react'
import type { Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { type DrillStep, drilledMask, drillOf } from '../state/drill-path.ts'
import { actions, datasetOf, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './DrillPath.module.css'

const textOf = (value: Value) => (value === null ? '<NULL>' : String(value))

/** The drill path of a chart as breadcrumbs. Renders nothing without drilling. */
export const DrillPath = memo(function Drilled({ chartId }: { readonly chartId: number }) {
  const store = useDashboardStore()
  const id = String(chartId)
  const mask = useDashboard((state) => state.masks[id])
  const columns = useDashboard((state) => datasetOf(state, chartId)?.columns)
  const steps = drillOf(mask)
  if (steps.length === 0) return null
  const nameOf = (by: string) => columns?.find(({ column_name }) => column_name === by)?.verbose_name || by
  const goTo = (count: number) => actions.setMask(store, id, drilledMask(id, steps.slice(0, count)))
  const words = ({ pick, by }: DrillStep) => t('%s by %s', Object.values(pick).map(textOf).join(', '), nameOf(by))
  return (
    <nav className={styles['way']} aria-label={t('Way into the chart')}>
      <ol>
        <li className={styles['step']}>
          <Button size="sm" variant="quiet" onPress={() => goTo(0)}>
            {t('All')}
          </Button>
        </li>
        {steps.map((step, index) => (
          <li
            key={JSON.stringify(step)}
            className={styles['step']}
            aria-current={index === steps.length - 1 ? 'step' : undefined}
          >
            {index === steps.length - 1 ? (
              <span>{words(step)}</span>
            ) : (
              <Button size="sm" variant="quiet" onPress={() => goTo(index + 1)}>
                {words(step)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
})
