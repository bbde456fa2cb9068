import { useQuery } from '@tanstack/react-query'
import { listResource } from '#calls/resources.ts'
import { NewDashboard } from '#client/lists/NewDashboard.tsx'
import { openPalette } from '#client/palette/open-palette.ts'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t, tn } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Button } from '#ui/base/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import styles from './Home.module.css'
import type { TourTarget } from './tour-steps.ts'

interface Props {
  readonly dashboards: number
  readonly charts: number
}

/** Buttons that start a chart or a dashboard, for users who may save one. */
function NewButtons() {
  const { user } = session()
  const mayChart = hasPermission(user, 'can_write', 'Chart')
  const mayDashboard = hasPermission(user, 'can_write', 'Dashboard')
  if (!mayChart && !mayDashboard) return null
  return (
    <div className={styles['actions']} data-tour={'new' satisfies TourTarget}>
      {mayChart && (
        <LinkButton variant="primary" size="lg" icon="plus" href="/chart/add">
          {t('New chart')}
        </LinkButton>
      )}
      {mayDashboard && <NewDashboard label={t('New dashboard')} size="lg" />}
    </div>
  )
}

/** The greeting, the number of dashboards and charts, and the search. */
export function HomeHeader({ dashboards, charts }: Props) {
  const datasets = useQuery({
    queryKey: ['list', 'dataset', 'home', 'count'],
    queryFn: ({ signal }) => listResource('dataset', { columns: ['id'], page: 0, page_size: 1 }, signal),
    enabled: hasPermission(session().user, 'can_read', 'Dataset'),
    retry: false,
  })
  const count = datasets.data?.count
  const boards = tn('%s dashboard', '%s dashboards', dashboards, dashboards)
  const drawn = tn('%s chart', '%s charts', charts, charts)
  return (
    <div className={styles['greeting']}>
      <div>
        <h1>{t('Welcome back')}</h1>
        <p className={styles['counts']}>
          {count === undefined
            ? t('%s, %s', boards, drawn)
            : t('%s, %s, %s', boards, drawn, tn('%s dataset', '%s datasets', count, count))}
        </p>
      </div>
      <div className={styles['actions']}>
        <NewButtons />
        <div data-tour={'search' satisfies TourTarget}>
          <Button icon="search" size="lg" onPress={openPalette}>
            {t('Search or run a command')}
            <span className={styles['keys']} aria-hidden="true">
              <Kbd keys="Ctrl+K" />
            </span>
          </Button>
        </div>
      </div>
    </div>
  )
}
