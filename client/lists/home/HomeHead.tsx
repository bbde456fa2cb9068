import { useQuery } from '@tanstack/react-query'
import { listResource } from '#calls/resources.ts'
import { openPalette } from '#client/palette/open-palette.ts'
import { session } from '#client/session/session.ts'
import { has } from '#core/access/ability.ts'
import { t, tn } from '#core/text/t.ts'
import { Kbd } from '#ui/base/Kbd.tsx'
import { Button } from '#ui/base/Button.tsx'
import styles from './Home.module.css'

interface Props {
  readonly dashboards: number
  readonly charts: number
}

/** The greeting, the number of dashboards and charts, and the search. */
export function HomeHead({ dashboards, charts }: Props) {
  const datasets = useQuery({
    queryKey: ['list', 'dataset', 'home', 'count'],
    queryFn: ({ signal }) => listResource('dataset', { columns: ['id'], page: 0, page_size: 1 }, signal),
    enabled: has(session().user, 'can_read', 'Dataset'),
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
      <Button icon="search" size="lg" onPress={openPalette}>
        {t('Search or run a command')}
        <span className={styles['keys']} aria-hidden="true">
          <Kbd keys="Ctrl+K" />
        </span>
      </Button>
    </div>
  )
}
