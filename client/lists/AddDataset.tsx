import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDataset, findTables, listDatabases, listSchemas } from '#calls/databases.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { recordNewDataset } from '#client/upload/new-datasets.ts'
import { localNumber } from '#core/format/locale.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Select } from '#ui/input/Select.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAdded: (datasetId: number) => void
}

/** The selected database, schema and table, with the options for each. */
function useTableSelection(isOpen: boolean) {
  const [databaseId, setDatabase] = useState<number>()
  const [schemaChosen, setSchema] = useState<string>()
  const [table, setTable] = useState<string>()
  const databases = useQuery({ queryKey: ['databases'], queryFn: listDatabases, enabled: isOpen })
  const schemas = useQuery({
    queryKey: ['schemas', databaseId],
    queryFn: () => (databaseId === undefined ? [] : listSchemas(databaseId)),
    enabled: databaseId !== undefined,
  })
  const schema = schemaChosen ?? schemas.data?.[0]
  const [search, setSearch] = useState('')
  const text = useDebouncedValue(search)
  const tables = useQuery({
    queryKey: ['tables', databaseId, schema, text],
    queryFn: ({ signal }) => findTables({ databaseId: databaseId ?? 0, schema: schema ?? '' }, { text }, signal),
    enabled: databaseId !== undefined && schema !== undefined,
    placeholderData: (former, query) =>
      query?.queryKey[1] === databaseId && query?.queryKey[2] === schema ? former : undefined,
  })
  return {
    databaseId,
    schema,
    table,
    databases,
    schemas,
    tables,
    isSearching: tables.isFetching || text !== search,
    setSearch,
    setTable,
    setDatabase: (id: number) => {
      setDatabase(id)
      setSchema(undefined)
      setTable(undefined)
      setSearch('')
    },
    setSchema: (name: string) => {
      setSchema(name)
      setTable(undefined)
      setSearch('')
    },
  }
}

const toOptions = (names: readonly string[] | undefined) => (names ?? []).map((name) => ({ value: name, label: name }))

/** Returns the tables that match the search; the chosen one stays among them. */
function tableOptions({ tables, table }: ReturnType<typeof useTableSelection>) {
  const names = (tables.data?.tables ?? []).map(({ value }) => value)
  return toOptions(table === undefined || names.includes(table) ? names : [table, ...names])
}

/** Returns how many of the tables that match are listed, if not all are. */
function listedText({ tables: { data } }: ReturnType<typeof useTableSelection>): string | undefined {
  if (!data || data.tables.length >= data.count) return undefined
  const { count, tables } = data
  return t('%s of %s tables. Search for the others.', localNumber.format(tables.length), localNumber.format(count))
}

function Fields({ selection }: { readonly selection: ReturnType<typeof useTableSelection> }) {
  const { databases, schemas } = selection
  return (
    <>
      <Select
        label={t('Database')}
        options={(databases.data ?? []).map((each) => ({ value: each.id, label: each.database_name }))}
        value={selection.databaseId}
        onChange={selection.setDatabase}
        isLoading={databases.isFetching}
      />
      <Select
        label={t('Schema')}
        options={toOptions(schemas.data)}
        value={selection.schema}
        onChange={selection.setSchema}
        isDisabled={selection.databaseId === undefined}
        isLoading={schemas.isFetching}
      />
      <Select
        label={t('Table')}
        description={listedText(selection)}
        options={tableOptions(selection)}
        value={selection.table}
        onChange={selection.setTable}
        onSearch={selection.setSearch}
        onOpenChange={(isOpen) => isOpen || selection.setSearch('')}
        isDisabled={selection.schema === undefined}
        isLoading={selection.isSearching}
      />
    </>
  )
}

/** Creates a dataset from an existing table: database, schema, table. */
export function AddDataset({ isOpen, onClose, onAdded }: Props) {
  const client = useQueryClient()
  const selection = useTableSelection(isOpen)
  const { databaseId, schema, table } = selection
  const add = useSingleMutation({
    mutationFn: (target: { databaseId: number; table: string }) =>
      createDataset(target.databaseId, schema ?? null, target.table),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      recordNewDataset(id)
      onAdded(id)
    },
  })
  const failed = selection.databases.error ?? selection.schemas.error ?? selection.tables.error
  const target = databaseId !== undefined && table !== undefined ? { databaseId, table } : undefined
  const submit = (
    <Button
      variant="primary"
      isWrite
      isDisabled={!target}
      isPending={add.isPending}
      onPress={() => target && add.mutate(target)}
    >
      {t('Create dataset and explore')}
    </Button>
  )
  return (
    <ConfirmLeaveModal
      title={t('New dataset')}
      isOpen={isOpen}
      isChanged={databaseId !== undefined}
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          {submit}
        </>
      }
    >
      <FormStack ariaLabel={t('New dataset')}>
        {failed && <Banner tone="danger">{failed.message}</Banner>}
        {add.error && (
          <Banner tone="danger">
            {t('An error occurred while creating %ss: %s', t('dataset'), add.error.message)}
          </Banner>
        )}
        <Fields selection={selection} />
      </FormStack>
    </ConfirmLeaveModal>
  )
}
