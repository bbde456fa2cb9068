import { noSqlReason } from '#client/chart/chart-sql.ts'
import { hasPermission } from '#core/access/ability.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { mayUpload } from '#client/upload/may-upload.ts'

interface Props {
  readonly onTable: () => void
  readonly onFile: () => void
  readonly onJoin: () => void
}

/** The possible sources of a new dataset; disabled ones show the reason. */
export function NewDatasetMenu({ onTable, onFile, onJoin }: Props) {
  const noSql = noSqlReason(session().user)
  const noFile = mayUpload() ? undefined : t('You do not have permission to upload files.')
  const noJoin = hasPermission(session().user, 'can_write', 'Dataset')
    ? undefined
    : t('You do not have permission to create datasets.')
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
    {
      id: 'join',
      label: t('Join'),
      icon: 'link',
      detail: t('Two or more datasets of one database'),
      ...(noJoin === undefined ? { onAction: onJoin } : { isDisabled: true, why: noJoin }),
    },
  ]
  return (
    <Menu
      label={t('New dataset')}
      trigger={
        <Button isWrite variant="primary" icon="plus">
          {t('Dataset')}
        </Button>
      }
      items={items}
    />
  )
}
