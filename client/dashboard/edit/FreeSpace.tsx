import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { columnsText } from './state/edit-words.ts'
import { focusPalette } from './focus-palette.ts'
import { useSession, useSessionStore } from './session.ts'
import styles from './EditNode.module.css'

interface Props {
  readonly rowId: string
  readonly columns: number
  readonly isEmpty: boolean
}

/** The free columns of a row. A press makes it the target for elements selected in the palette. */
export function FreeSpace({ rowId, columns, isEmpty }: Props) {
  const session = useSessionStore()
  const isTarget = useSession((state) => state.target === rowId)
  return (
    <button
      type="button"
      className={styles['free']}
      data-target={isTarget || undefined}
      data-empty={isEmpty || undefined}
      style={{ gridColumn: `span ${columns}` }}
      onClick={(event) => {
        event.stopPropagation()
        session.setState({ target: rowId, selected: undefined })
        focusPalette()
      }}
    >
      <Icon name="plus" />
      <span>{t('%s free', columnsText(columns))}</span>
      {columns > 2 && <span className={styles['hint']}>{t('drop a chart here, or press Enter to choose one')}</span>}
    </button>
  )
}
