import type { FormData } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { FullResultTable } from './FullResultTable.tsx'
import { rowLimitText } from './row-count.ts'
import styles from './TableDialog.module.css'
import { CompleteRows } from './CompleteRows.tsx'
import type { ResultDisplay } from './result-display.ts'

interface Props {
  readonly title: string
  readonly answers: readonly ColumnarResult[]
  /** The form of the query. */
  readonly form: FormData
  /** The labels, formats and order of the columns. */
  readonly look?: ResultDisplay | undefined
  readonly onClose: () => void
}

/** The rows, and whether there are more. */
function Rows({
  answer,
  label,
  look,
}: Pick<Props, 'look'> & { readonly answer: ColumnarResult; readonly label: string }) {
  const table = <FullResultTable answer={answer} label={label} look={look} />
  const capped = rowLimitText(answer)
  if (capped === undefined) return table
  return (
    <div className={styles['rows']}>
      <Banner tone="warn">{capped.charAt(0).toUpperCase() + capped.slice(1)}</Banner>
      {table}
    </div>
  )
}

/** The rows that a chart was drawn from. */
export function TableDialog({ title, answers, form, look, onClose }: Props) {
  const [first] = answers
  return (
    <Modal title={t('%s, as a table', title)} isOpen onClose={onClose} size="gallery" isFullHeight>
      {first && (
        <CompleteRows answer={first} form={form}>
          {(answer) => <Rows answer={answer} label={title} look={look} />}
        </CompleteRows>
      )}
    </Modal>
  )
}
