import { useState } from 'react'
import { changedColumn } from '#client/lists/cells.tsx'
import { databaseFilter, tagFilters } from '#client/lists/list-filter.ts'
import { tagsColumn } from '#client/lists/TagChips.tsx'
import { ResourceList } from '#client/lists/ResourceList.tsx'
import { SavedQueryDialog } from '#client/lists/SavedQueryDialog.tsx'
import type { SavedQueryResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import styles from './SavedQueriesPage.module.css'

const nameOf = (row: SavedQueryResponse) => row.label || t('[ untitled ]')

const columns = (onOpen: (row: SavedQueryResponse) => void): readonly TableColumn<SavedQueryResponse>[] => [
  {
    id: 'label',
    title: t('Name'),
    isSortable: true,
    cell: (row) => (
      <Button variant="quiet" size="sm" className={styles['name']} onPress={() => onOpen(row)}>
        {nameOf(row)}
      </Button>
    ),
  },
  { id: 'description', title: t('Description'), isWideOnly: true, cell: (row) => row.description },
  {
    id: 'database.database_name',
    title: t('Database'),
    isSortable: true,
    width: 180,
    isWideOnly: true,
    cell: (row) => row.database?.database_name,
  },
  { id: 'schema', title: t('Schema'), isSortable: true, width: 140, isWideOnly: true, cell: (row) => row.schema },
  changedColumn(),
  tagsColumn(nameOf),
]

/** `/saved_query/list` */
export default function SavedQueriesPage() {
  const [opened, open] = useState<SavedQueryResponse>()
  return (
    <>
      <ResourceList<SavedQueryResponse>
        name="saved_query"
        noun={t('saved query')}
        title={t('Saved queries')}
        searchLabel={t('Search by name, description, tag, schema or SQL')}
        searchFilter={(value) => ({ col: 'label', opr: 'all_text', value })}
        nameOf={nameOf}
        bundles="saved_query"
        isBinned
        tagged="query"
        filters={[databaseFilter(), ...tagFilters()]}
        onOpen={open}
        columns={columns(open)}
        empty={() => (
          <EmptyState
            size="lg"
            icon="sql"
            title={t('No saved queries yet')}
            text={t('Save a query in the SQL editor to list it here.')}
            actions={<LinkButton href="/sqllab">{t('SQL editor')}</LinkButton>}
          />
        )}
      />
      {opened && <SavedQueryDialog row={opened} name={nameOf(opened)} onClose={() => open(undefined)} />}
    </>
  )
}
