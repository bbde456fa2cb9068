import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchDatasource } from '#calls/datasets.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { AvatarGroup } from '#ui/display/AvatarGroup.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { Table } from '#ui/display/Table.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Button } from '#ui/base/Button.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { listDatasets, PAGE_SIZE } from './dataset-list.ts'
import { failureText } from './failure-text.ts'
import { ExampleLoadBanner } from '#client/shell/ExampleLoad.tsx'
import { Pager } from '#client/shell/Pager.tsx'

interface Props {
  readonly onClose: () => void
  /** Called with the selected dataset, fetched completely. */
  readonly onApply: (dataset: DatasetResponse) => void
}

const fullName = (owner: { readonly first_name: string; readonly last_name: string }) =>
  `${owner.first_name} ${owner.last_name}`

function columnsOf(onChoose: (row: DatasetResponse) => void): readonly TableColumn<DatasetResponse>[] {
  return [
    {
      id: 'table_name',
      title: t('Name'),
      cell: (row) => (
        <Button variant="quiet" size="sm" icon="table" onPress={() => onChoose(row)}>
          {row.table_name}
        </Button>
      ),
    },
    { id: 'kind', title: t('Type'), cell: (row) => (row.kind === 'virtual' ? t('Virtual') : t('Physical')) },
    { id: 'schema', title: t('Schema'), cell: (row) => row.schema ?? '' },
    {
      id: 'database',
      title: t('Database'),
      cell: (row) => row.database?.database_name ?? '',
      isWideOnly: true,
    },
    {
      id: 'owners',
      title: t('Owners'),
      cell: (row) => <AvatarGroup label={t('Owners')} names={(row.owners ?? []).map(fullName)} />,
      isWideOnly: true,
    },
  ]
}

function DatasetTable({ onChoose }: { readonly onChoose: (row: DatasetResponse) => void }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const list = useQuery({
    queryKey: ['list', 'dataset', 'change', search, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listDatasets(search, page, signal),
  })
  return (
    <Stack gap={3}>
      <ExampleLoadBanner />
      <SearchField
        label={t('Search datasets')}
        placeholder={t('Search / Filter')}
        value={search}
        onChange={(next) => {
          setSearch(next)
          setPage(0)
        }}
        delay={300}
        isWide
        autoFocus
      />
      {list.isError && (
        <Banner tone="danger">{t('An error occurred while fetching %ss: %s', t('dataset'), list.error.message)}</Banner>
      )}
      <Table
        label={t('Datasets')}
        rows={list.data?.result ?? []}
        rowKey={(row) => String(row.id)}
        columns={columnsOf(onChoose)}
        isLoading={list.isFetching}
        empty={t('No dataset has this name')}
        isDense
      />
      <Pager isAtEnd page={page} size={PAGE_SIZE} count={list.data?.count ?? 0} onPage={setPage} />
    </Stack>
  )
}

/** Selects another dataset for the chart from a list, with a confirmation. */
export function ChangeDatasetDialog({ onClose, onApply }: Props) {
  const [chosen, setChosen] = useState<DatasetResponse | null>(null)
  const proceed = useMutation({
    mutationFn: (dataset: DatasetResponse) => fetchDatasource('table', dataset.id),
    onSuccess: (dataset) => {
      onApply(dataset)
      onClose()
      toast.show({ text: t('Successfully changed dataset!'), tone: 'good' })
    },
    onError: (error) => toast.show({ text: failureText(error, t('Sorry, an error occurred')), tone: 'danger' }),
  })
  const confirm = chosen && (
    <>
      <Button onPress={() => setChosen(null)}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isPending={proceed.isPending} onPress={() => proceed.mutate(chosen)}>
        {t('Proceed')}
      </Button>
    </>
  )
  return (
    <Modal title={t('Change dataset')} isOpen onClose={onClose} size="lg" {...(confirm ? { footer: confirm } : {})}>
      <Stack gap={3}>
        <Banner tone="warn">
          {t('Warning! Changing the dataset may break the chart if the metadata does not exist.')}
        </Banner>
        {chosen ? (
          <p>{t('Changing the dataset to %s may break the chart. Proceed?', chosen.table_name)}</p>
        ) : (
          <DatasetTable onChoose={setChosen} />
        )}
      </Stack>
    </Modal>
  )
}
