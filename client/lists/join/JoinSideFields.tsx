import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listResource } from '#calls/resources.ts'
import { JOIN_TYPES, type JoinType, MAX_JOIN_KEYS } from '#core/query/join-sql.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import type { JoinKeyDraft, JoinSideDraft } from './join-draft.ts'

/** A selected dataset with its columns. */
export interface JoinableDataset {
  readonly id: number
  readonly table_name: string
  readonly columns: readonly string[]
}

interface Props {
  readonly side: JoinSideDraft
  readonly at: number
  /** The selected datasets in order; undefined where none is selected or it is loading. */
  readonly datasets: readonly (JoinableDataset | undefined)[]
  /** The database of all datasets; undefined for any. */
  readonly databaseId: number | undefined
  readonly onDataset: (id: number) => void
  readonly onChange: (change: Partial<JoinSideDraft>) => void
  readonly onRemove: (() => void) | undefined
}

const typeLabels = (): Record<JoinType, string> => ({
  inner: t('Inner: rows with a match'),
  left: t('Left: all rows so far'),
  right: t('Right: all rows of this dataset'),
  full: t('Full: all rows of both'),
})

/** Searches datasets by name, limited to one database if given. */
function useDatasets(databaseId: number | undefined) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['datasets to join', databaseId, search],
    queryFn: ({ signal }) =>
      listResource<DatasetResponse>(
        'dataset',
        {
          filters: [
            ...(search ? [{ col: 'table_name', opr: 'ct', value: search }] : []),
            ...(databaseId === undefined ? [] : [{ col: 'database', opr: 'rel_o_m', value: databaseId }]),
          ],
          order_column: 'table_name',
          order_direction: 'asc',
          page_size: 100,
        },
        signal,
      ),
  })
  return { found, setSearch }
}

function DatasetField({ at, datasets, databaseId, side, onDataset }: Props) {
  const { found, setSearch } = useDatasets(databaseId)
  const chosen = datasets[at]
  const options = (found.data?.result ?? []).map(({ id, table_name }) => ({ value: id, label: table_name }))
  const isListed = options.some(({ value }) => value === chosen?.id)
  return (
    <Select
      label={t('Dataset %s', at + 1)}
      placeholder={t('Select a dataset')}
      options={chosen && !isListed ? [{ value: chosen.id, label: chosen.table_name }, ...options] : options}
      value={side.datasetId}
      onChange={onDataset}
      onSearch={setSearch}
      isLoading={found.isFetching}
      error={found.error?.message}
    />
  )
}

/** Returns the columns of earlier datasets, identified by dataset position and column name. */
function earlierColumns({ datasets, at }: Props) {
  return datasets.slice(0, at).flatMap((dataset, datasetIndex) =>
    (dataset?.columns ?? []).map((column) => ({
      value: JSON.stringify([datasetIndex, column]),
      label: `${dataset?.table_name}.${column}`,
    })),
  )
}

interface KeyProps {
  readonly props: Props
  readonly value: JoinKeyDraft
  readonly number: number
  readonly onChange: (key: JoinKeyDraft) => void
  readonly onRemove: (() => void) | undefined
}

function KeyFields({ props, value, number, onChange, onRemove }: KeyProps) {
  const { datasets, at } = props
  const own = datasets[at]?.columns ?? []
  const earlier =
    value.with === undefined || value.withColumn === undefined
      ? undefined
      : JSON.stringify([value.with, value.withColumn])
  return (
    <Inline gap={2}>
      <Select
        ariaLabel={t('Key %s of dataset %s', number, at + 1)}
        placeholder={t('Column')}
        options={own.map((column) => ({ value: column, label: column }))}
        value={value.column}
        onChange={(column) => onChange({ ...value, column })}
      />
      =
      <Select
        ariaLabel={t('Column that key %s of dataset %s equals', number, at + 1)}
        placeholder={t('Column of an earlier dataset')}
        options={earlierColumns(props)}
        value={earlier}
        onChange={(chosen) => {
          const [datasetIndex, withColumn] = JSON.parse(chosen) as [number, string]
          onChange({ ...value, with: datasetIndex, withColumn })
        }}
      />
      {onRemove && <IconButton icon="trash" label={t('Remove key %s', number)} onPress={onRemove} />}
    </Inline>
  )
}

/** One dataset of a join, with its join to the previous ones. */
export function JoinSideFields(props: Props) {
  const { side, at, onChange, onRemove } = props
  const { keys } = side
  const labels = typeLabels()
  const keyedKeys = keys.map((key, index) => ({ id: String(index), key, index }))
  const setKey = (index: number, key: JoinKeyDraft) =>
    onChange({ keys: keys.map((each, keyIndex) => (keyIndex === index ? key : each)) })
  return (
    <Stack gap={2}>
      <Inline gap={2}>
        <DatasetField {...props} />
        {at > 0 && (
          <Select
            label={t('Join type of dataset %s', at + 1)}
            options={JOIN_TYPES.map((type) => ({ value: type, label: labels[type] }))}
            value={side.type}
            onChange={(type) => onChange({ type })}
          />
        )}
        {onRemove && <IconButton icon="trash" label={t('Remove dataset %s', at + 1)} onPress={onRemove} />}
      </Inline>
      {at > 0 &&
        keyedKeys.map(({ id: name, key, index }) => (
          <KeyFields
            key={name}
            props={props}
            value={key}
            number={index + 1}
            onChange={(next) => setKey(index, next)}
            onRemove={
              keys.length > 1 ? () => onChange({ keys: keys.filter((_, keyIndex) => keyIndex !== index) }) : undefined
            }
          />
        ))}
      {at > 0 && keys.length < MAX_JOIN_KEYS && (
        <Inline>
          <Button size="sm" icon="plus" onPress={() => onChange({ keys: [...keys, {}] })}>
            {t('Add key')}
          </Button>
        </Inline>
      )}
    </Stack>
  )
}
