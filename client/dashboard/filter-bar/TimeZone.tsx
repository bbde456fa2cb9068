import { TEMPORAL } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { DISPLAY_TIME_ZONE } from '#core/time/display-time-zone.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { useDashboard } from '../state/store.ts'
import styles from './AppliedFilterSummary.module.css'

const hasTimes = ({ charts }: DashboardState): boolean =>
  Object.values(charts).some(({ queriesResponse }) =>
    queriesResponse?.some(({ coltypes }) => coltypes?.includes(TEMPORAL)),
  )

/** The time zone of all charts of the dashboard; hidden if no chart shows a time. */
export function TimeZone() {
  if (!useDashboard(hasTimes)) return null
  return <span className={styles['quiet']}>{t('Times in %s', DISPLAY_TIME_ZONE)}</span>
}
