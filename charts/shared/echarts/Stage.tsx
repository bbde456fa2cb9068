import styles from './echarts.module.css'
import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'

interface Props {
  readonly isEmpty: boolean
  /** Why nothing is in it, where that is known. */
  readonly why?: string
  readonly children: ReactNode
}

/** A picture; where it has nothing in it, that is said in its middle. */
export const Stage = ({ isEmpty, why = '', children }: Props) => (
  <div className={styles['stage']}>
    {children}
    {isEmpty && <p className={styles['nothing']}>{why || t('No values to draw')}</p>}
  </div>
)
