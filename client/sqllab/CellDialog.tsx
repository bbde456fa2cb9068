import { cellText } from '#client/chart/result-rows.ts'
import { reportCopyFailure } from '#client/shell/copy-link.ts'
import type { Table } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { copyItems } from './copy-rows.ts'
import styles from './SqlLab.module.css'

interface Props {
  readonly table: Table
  readonly row: number
  readonly column: number
  readonly onClose: () => void
}

/** Returns JSON with one value per line; other texts unchanged. */
function readableText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The full value of a cell. */
export function CellDialog({ table, row, column, onClose }: Props) {
  const text = cellText(table, row, column)
  return (
    <Modal
      title={table.columns[column]?.name ?? ''}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Menu label={t('Copy row')} trigger={<Button>{t('Copy row')}</Button>} items={copyItems(table, [row])} />
          <CopyButton text={text} label={t('Copy')} variant="button" size="md" onError={reportCopyFailure} />
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles['value']} tabIndex={0}>
        {readableText(text)}
      </pre>
    </Modal>
  )
}
