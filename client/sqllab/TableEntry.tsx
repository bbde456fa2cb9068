import { localNumber } from '#core/format/locale.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TableResponse } from '#calls/databases.ts'
import { reportCopyFailure } from '#client/shell/copy-link.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { sqlName } from '#controls/shared/completion.ts'
import { t, tn } from '#core/text/t.ts'
import { copyText } from '#ui/display/clipboard.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { DefinitionDialog } from './DefinitionDialog.tsx'
import { TablePreview } from './TablePreview.tsx'
import { useServices } from './sql-lab-services.ts'
import styles from './SqlLab.module.css'
import { useSqlLab } from './state/store.ts'
import { tableDetailsQuery } from './use-tables.ts'

interface Props {
  readonly table: TableResponse
  readonly databaseId: number
  readonly schema: string | null
}

/** Returns the character around names of a database that need quotes. */
const useQuoteMark = (databaseId: number) =>
  quoteMarkOf(useSqlLab((state) => state.databases[String(databaseId)]?.backend))

/** The estimated row count and the columns of a table with their types; a press inserts the name at the cursor. */
function Columns({ table, databaseId, schema }: Props) {
  const mark = useQuoteMark(databaseId)
  const { editor } = useServices()
  const details = useQuery(tableDetailsQuery(databaseId, table.value, schema))
  if (details.isPending) return <Skeleton shape="rows" rows={3} label={t('Loading the columns')} />
  if (details.isError) return <ErrorPanel title={t('The columns could not be read')} text={details.error.message} />
  const { columns, rowEstimate } = details.data
  return (
    <>
      {rowEstimate !== null && (
        <p className={styles['estimate']}>
          {tn('About %s row', 'About %s rows', rowEstimate, localNumber.format(Math.round(rowEstimate)))}
        </p>
      )}
      <ul className={styles['columns']} aria-label={t('Columns of %s', table.value)}>
        {columns.map(({ name, type, longType }) => (
          <li key={name}>
            <button
              type="button"
              className={styles['column']}
              title={t('Write %s at the cursor', name)}
              onClick={() => editor.current?.insert(sqlName(name, mark))}
            >
              <span className={styles['name']}>{name}</span>
              <span className={styles['type']}>{longType ?? type}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Actions on a table: preview, copy a SELECT, definition, insert its name. */
function TableMenu({ table, databaseId, schema }: Props) {
  const mark = useQuoteMark(databaseId)
  const client = useQueryClient()
  const { editor } = useServices()
  const [dialog, setDialog] = useState<'preview' | 'definition'>()
  const copySelect = async () => {
    try {
      const details = await client.fetchQuery(tableDetailsQuery(databaseId, table.value, schema))
      await copyText(details.selectStar)
      toast.show({ text: t('Copied'), tone: 'good' })
    } catch (error) {
      if (error instanceof Error && error.name === 'ApiError') toast.show({ text: error.message, tone: 'danger' })
      else reportCopyFailure()
    }
  }
  const shown = { table: table.value, databaseId, schema, onClose: () => setDialog(undefined) }
  return (
    <>
      <Menu
        label={t('Table %s', table.value)}
        trigger={<IconButton icon="more" size="sm" label={t('Options for %s', table.value)} />}
        items={[
          { id: 'preview', label: t('Preview 50 rows'), icon: 'rows', onAction: () => setDialog('preview') },
          { id: 'copy', label: t('Copy SELECT'), icon: 'copy', onAction: () => void copySelect() },
          {
            id: 'definition',
            label: t('Show CREATE statement'),
            icon: 'sql',
            onAction: () => setDialog('definition'),
          },
          {
            id: 'insert',
            label: t('Write its name at the cursor'),
            icon: 'edit',
            onAction: () => editor.current?.insert(sqlName(table.value, mark)),
          },
        ]}
      />
      {dialog === 'definition' && <DefinitionDialog {...shown} />}
      {dialog === 'preview' && <TablePreview {...shown} />}
    </>
  )
}

/** A table or view of the schema with its columns. */
export function TableEntry(props: Props) {
  const { table } = props
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <li>
      <div className={styles['tableRow']}>
        <button
          type="button"
          className={styles['tableName']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} tone="neutral" />
          <Icon
            name={table.type === 'view' ? 'eye' : 'table'}
            size={14}
            tone="neutral"
            {...(table.type === 'view' ? { label: t('View') } : {})}
          />
          <span className={styles['name']}>{table.value}</span>
        </button>
        <TableMenu {...props} />
      </div>
      {isOpen && (
        <div id={panel}>
          <Columns {...props} />
        </div>
      )}
    </li>
  )
}
