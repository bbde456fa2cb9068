import { CellMarkup } from './CellMarkup.tsx'
import { hasMarkup, visibleLength } from './markup-text.ts'
import styles from './View.module.css'
import { classNames } from '#ui/tokens/class-names.ts'

export interface TableCellProps {
  readonly text: string
  readonly isNull: boolean
  readonly isSelected: boolean
  readonly canSelect: boolean
  readonly isCentered: boolean
}

/** The content of a cell: full text on hover if it is long, marked if it filters other charts. HTML is sanitized, and shown
 * as text if nothing of it is visible. */
export function TableCell({ text, isNull, isSelected, canSelect, isCentered }: TableCellProps) {
  return (
    <bdi
      className={classNames(
        canSelect && styles['selectable'],
        isSelected && styles['selected'],
        isNull && styles['none'],
        isCentered && styles['center'],
      )}
      title={text.length > 24 ? text : undefined}
    >
      {hasMarkup(text) && visibleLength(text) > 0 ? <CellMarkup text={text} /> : text}
    </bdi>
  )
}
