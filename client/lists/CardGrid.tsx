import type { ReactNode } from 'react'
import { DataAgeContext, useDataAge, useOldestData } from '#client/chart/data-age.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import type { Row } from './use-resource-list.ts'
import styles from './CardGrid.module.css'

/** The parts of a row that a card shows. */
export interface CardContent<R extends Row> {
  readonly picture: (row: R) => ReactNode
  readonly nameOf: (row: R) => string
  readonly hrefOf: (row: R) => string
  /** The line below the name. */
  readonly details: (row: R) => string
  /** Next to the name: certification and external management. */
  readonly standing?: (row: R) => ReactNode
  /** The tags, in a separate line. */
  readonly tags?: (row: R) => ReactNode
  /** At the end: status and favorite star. */
  readonly marks?: (row: R) => ReactNode
}

interface Props<R extends Row> {
  readonly label: string
  readonly rows: readonly R[]
  readonly face: CardContent<R>
  readonly actions: (row: R) => ReactNode
  readonly isLoading: boolean
}

interface CardProps<R extends Row> extends Pick<Props<R>, 'face' | 'actions'> {
  readonly row: R
}

/** One row as a card: its preview, and below it the details with the age of the data. */
function Card<R extends Row>({ row, face, actions }: CardProps<R>) {
  const { oldest, report } = useOldestData()
  const age = useDataAge(oldest)
  return (
    <li className={styles['card']}>
      <div className={styles['picture']}>
        <DataAgeContext value={report}>{face.picture(row)}</DataAgeContext>
      </div>
      <div className={styles['foot']}>
        <div className={styles['name']}>
          <span className={styles['title']}>
            <TextLink href={face.hrefOf(row)} isQuiet>
              {face.nameOf(row)}
            </TextLink>
            {face.standing?.(row)}
          </span>
          <span className={styles['facts']}>{face.details(row)}</span>
          {age !== undefined && <span className={styles['facts']}>{age}</span>}
        </div>
        {face.marks?.(row)}
        {face.tags && <div className={styles['tags']}>{face.tags(row)}</div>}
        <div className={styles['actions']}>{actions(row)}</div>
      </div>
    </li>
  )
}

/** The rows of a list as cards, each with a preview drawn from its own data. */
export function CardGrid<R extends Row>({ label, rows, face, actions, isLoading }: Props<R>) {
  return (
    <ul className={styles['grid']} aria-label={label} aria-busy={isLoading || undefined}>
      {rows.map((row) => (
        <Card key={row.id} row={row} face={face} actions={actions} />
      ))}
    </ul>
  )
}
