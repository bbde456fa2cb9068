import { useQuery } from '@tanstack/react-query'
import type { SavedQueryResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextLink } from '#ui/input/TextLink.tsx'
import styles from './Home.module.css'
import { listNewest } from './home-lists.ts'
import { highlightSql } from './highlight-sql.ts'

/** The number of visible lines of a query. */
const LINES = 3
/** The number of cards in a row. */
const MAX_CARDS = 3

/** The user's newest saved queries with their first lines, for users who may save queries. */
export function HomeQueries() {
  const { data } = useQuery({
    queryKey: ['list', 'saved_query', 'home'],
    queryFn: ({ signal }) => listNewest<SavedQueryResponse>('saved_query', 'all', null, signal),
  })
  const rows = (data?.result ?? []).slice(0, MAX_CARDS)
  // Users without saved queries see no empty box.
  if (rows.length === 0) return null
  return (
    <section aria-label={t('Saved queries')}>
      <header className={styles['head']}>
        <h2>{t('Saved queries')}</h2>
        <span className={styles['more']}>
          <TextLink href="/saved_query/list">{t('View all')}</TextLink>
        </span>
      </header>
      <ul className={styles['queries']}>
        {rows.map((row) => (
          <li key={row.id}>
            <code aria-hidden="true">
              {highlightSql((row.sql ?? '').split('\n').slice(0, LINES).join('\n')).map(({ at, text, isKeyword }) =>
                isKeyword ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
              )}
            </code>
            <span className={styles['foot']}>
              <span className={styles['name']}>
                <TextLink href={`/saved_query/list?search=${encodeURIComponent(row.label ?? '')}`} isQuiet>
                  {row.label || t('[ untitled ]')}
                </TextLink>
              </span>
              <span className={styles['quiet']}>{row.changed_on_delta_humanized}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
