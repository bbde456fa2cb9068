import { noSqlReason } from '#client/chart/chart-sql.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { mayUpload } from '#client/upload/may-upload.ts'

interface Props {
  readonly onTable: () => void
  readonly onFile: () => void
}

/** The sources a new dataset may have; what the user may not do says why. */
export function NewDatasetMenu({ onTable, onFile }: Props) {
  const noSql = noSqlReason(session().user)
  const noFile = mayUpload() ? undefined : t('You do not have permission to upload files.')
  const items: readonly MenuEntry[] = [
    { id: 'table', label: t('Table'), icon: 'table', detail: t('A table or view of a database'), onAction: onTable },
    {
      id: 'query',
      label: t('Query'),
      icon: 'sql',
      detail: t('Write SQL, then save it as a dataset'),
      ...(noSql === undefined ? { href: '/sqllab' } : { isDisabled: true, why: noSql }),
    },
    {
      id: 'file',
      label: t('File'),
      icon: 'upload',
      detail: t('Upload CSV, Excel, Parquet or JSON'),
      ...(noFile === undefined ? { onAction: onFile } : { isDisabled: true, why: noFile }),
    },
  ]
  return (
    <Menu
      label={t('New dataset')}
      trigger={
        <Button variant="primary" icon="plus">
          {t('Dataset')}
        </Button>
      }
      items={items}
    />
  )
}
