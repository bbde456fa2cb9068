import { useState } from 'react'
import type { ConnectionResponse } from '#calls/databases.ts'
import { DatabaseDialog } from '#client/databases/DatabaseDialog.tsx'
import { changedColumn } from '#client/lists/cells.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { session } from '#client/session/session.ts'
import { SharedRow } from '#client/shell/ShareAction.tsx'
import { isAdmin } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'

type Row = ConnectionResponse & {
  readonly abilities?: { readonly can_delete: boolean; readonly can_write: boolean }
  readonly changed_on_delta_humanized?: string
}

const nameOf = (row: Row) => row.database_name

const columns = (onOpen: (row: Row) => void): readonly TableColumn<Row>[] => [
  {
    id: 'database_name',
    title: t('Name'),
    isSortable: true,
    cell: (row) => (
      <Button variant="quiet" size="sm" icon="database" onPress={() => onOpen(row)}>
        {row.database_name}
      </Button>
    ),
  },
  {
    id: 'backend',
    title: t('Engine'),
    width: 160,
    cell: ({ backend, engine_information }) => <Badge isOutlined>{engine_information?.name ?? backend}</Badge>,
  },
  changedColumn(),
]

/** `/database/list` */
export default function DatabasesPage() {
  /** The database whose dialog is open; null for a new one. */
  const [opened, setOpened] = useState<number | null>()
  const [shared, share] = useState<Row>()
  const open = (row: Row) => row.abilities?.can_write !== false && setOpened(row.id)
  const close = () => setOpened(undefined)
  const add = (
    <Button isWrite variant="primary" icon="plus" onPress={() => setOpened(null)}>
      {t('Database')}
    </Button>
  )
  return (
    <>
      <ResourceList<Row>
        name="database"
        noun={t('database')}
        title={t('Databases')}
        searchLabel={t('Search by name')}
        searchFilter={(value) => ({ col: 'database_name', opr: 'ct', value })}
        nameOf={nameOf}
        bundles="database"
        onOpen={open}
        actions={add}
        columns={columns(open)}
        rowActions={(row) => (
          <>
            {isAdmin(session().user) && (
              <IconButton icon="share" size="sm" label={t('Share %s', nameOf(row))} onPress={() => share(row)} />
            )}
            {row.abilities?.can_write !== false && (
              <Button isWrite variant="quiet" size="sm" icon="edit" isIconOnNarrow onPress={() => setOpened(row.id)}>
                {t('Edit')}
              </Button>
            )}
          </>
        )}
        empty={(actions) => (
          <EmptyState
            size="lg"
            icon="database"
            title={t('No databases yet')}
            text={t('Connect a database, then make datasets of its tables.')}
            actions={
              <>
                {actions}
                <LinkButton href="/dataset/list">{t('Datasets')}</LinkButton>
              </>
            }
          />
        )}
      />
      <SharedRow type="database" row={shared} title={shared ? nameOf(shared) : ''} onClose={() => share(undefined)} />
      {opened !== undefined && <DatabaseDialog id={opened ?? undefined} onClose={close} onSaved={close} />}
    </>
  )
}
