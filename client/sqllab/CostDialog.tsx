import { localNumber } from '#core/format/locale.ts'
import { useQuery } from '@tanstack/react-query'
import { estimateSql, type ExplainRequest } from '#calls/sqllab.ts'
import { splitStatements } from '#core/sql/statements.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Table } from '#ui/display/Table.tsx'
import { nonEmptyColumns, phoneColumns, type TableColumn } from '#ui/display/table-column.ts'
import { TruncatedText } from '#ui/display/TruncatedText.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import styles from './PlanDialog.module.css'

interface StatementCost {
  readonly key: string
  readonly sql: string
  readonly estimates: Readonly<Record<string, unknown>>
}

/** Returns a figure of an estimate for display. */
function figure(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const amount = Number(value)
  return Number.isFinite(amount) ? localNumber.format(amount) : String(value)
}

/** Returns the column of a figure, named as the server names it. */
function columnOf(id: string, title: string) {
  return {
    id,
    title,
    align: 'end' as const,
    cell: ({ estimates }: StatementCost) => figure(estimates[id]),
    stackedCell: ({ estimates }: StatementCost) =>
      estimates[id] === undefined ? '' : `${title} ${figure(estimates[id])}`,
    isEmpty: ({ estimates }: StatementCost) => estimates[id] === undefined,
  }
}

const columns = (): readonly TableColumn<StatementCost>[] => [
  { id: 'sql', title: t('Statement'), cell: ({ sql }) => <TruncatedText>{sql}</TruncatedText> },
  columnOf('Total cost', t('Total cost')),
  columnOf('Rows', t('Rows')),
]

interface Props {
  readonly request: ExplainRequest
  readonly onClose: () => void
}

/** The cost of each statement as the database estimates it; runs no statement. */
export function CostDialog({ request, onClose }: Props) {
  const costs = useQuery({
    queryKey: ['sqllab-cost', request],
    queryFn: ({ signal }) => estimateSql(request, signal),
    retry: false,
    gcTime: 0,
  })
  const isNarrow = useIsNarrow()
  const statements = splitStatements(request.sql)
  const rows = costs.data?.map(
    (estimates, index): StatementCost => ({ key: `statement ${index}`, sql: statements[index]?.text ?? '', estimates }),
  )
  const shown = nonEmptyColumns(columns(), rows ?? [])
  return (
    <Modal title={t('Cost estimate')} isOpen onClose={onClose} size="lg">
      {costs.isPending && <Skeleton shape="table" label={t('Loading the estimate')} />}
      {costs.isError && <ErrorPanel title={t('The cost could not be estimated')} text={costs.error.message} />}
      {rows && (
        <div className={styles['plan']}>
          <p className={styles['figure']}>
            {t('Costs are in the unit of the database, to compare statements. Nothing was run.')}
          </p>
          <Table<StatementCost>
            label={t('Cost by statement')}
            rows={rows}
            rowKey={({ key }) => key}
            columns={isNarrow ? phoneColumns(shown) : shown}
          />
        </div>
      )}
    </Modal>
  )
}
