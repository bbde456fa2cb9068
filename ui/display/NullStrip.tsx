import type { PointerEvent } from 'react'
import { classNames } from '#ui/tokens/class-names.ts'
import type { GridColumn } from './grid-column.ts'
import styles from './NullStrip.module.css'

/** The strip under a column name whose hatched part is the share of empty values; a click filters them. */
export function NullStrip({
  nullShare = 0,
  onNulls,
  isNullsOnly,
}: Pick<GridColumn, 'nullShare' | 'onNulls' | 'isNullsOnly'>) {
  if (nullShare === 0) return null
  return (
    <span
      aria-hidden="true"
      data-null-share={nullShare}
      className={classNames(styles.strip, onNulls && styles.clickable, isNullsOnly && styles.only)}
      onPointerDown={(event: PointerEvent) => onNulls && event.stopPropagation()}
      onClick={(event) => {
        if (!onNulls) return
        event.stopPropagation()
        onNulls()
      }}
    >
      <i style={{ width: `${nullShare * 100}%` }} />
    </span>
  )
}
