import { t } from '#core/text/t.ts'
import { timeZonesOf } from '../state/time-zones.ts'
import { useDashboard } from '../state/store.ts'
import styles from './AppliedFilterSummary.module.css'

/** The time zone of the charts of the dashboard, or all their time zones; hidden if no chart shows a time. */
export function TimeZone() {
  const zones = useDashboard(({ charts }) => timeZonesOf(charts).join(', '))
  if (zones === '') return null
  return <span className={styles['quiet']}>{t('Times in %s', zones.replaceAll('_', ' '))}</span>
}
