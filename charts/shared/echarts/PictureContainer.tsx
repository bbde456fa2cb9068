import styles from './echarts.module.css'
import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'

interface Props {
  readonly isEmpty: boolean
  /** Why the chart is empty, if known. */
  readonly why?: string
  readonly children: ReactNode
}

/** The container of a picture; an empty one shows a message in its center. */
export const PictureContainer = ({ isEmpty, why = '', children }: Props) => (
  <div className={styles['stage']}>
    {children}
    {isEmpty && <p className={styles['nothing']}>{why || t('No values to draw')}</p>}
  </div>
)
