import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createJoinedDataset, type JoinPreview, previewJoin } from '#calls/dataset-join.ts'
import { fetchDataset } from '#calls/datasets.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { MAX_JOIN_DATASETS } from '#core/query/join-sql.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { recordNewDataset } from '#client/upload/new-datasets.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import {
  type JoinSideDraft,
  newJoinSide,
  joinRequest,
  withDataset,
  withGuessedKeys,
  withoutSide,
} from './join-draft.ts'
import { JoinResult } from './JoinResult.tsx'
import { type JoinableDataset, JoinSideFields } from './JoinSideFields.tsx'

interface Props {
  readonly onClose: () => void
  readonly onAdded: (datasetId: number) => void
}

const datasetQuery = (id: number) => ({
  queryKey: ['dataset to join', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchDataset(id, signal),
  staleTime: 60_000,
})

const joinable = ({ id, table_name, columns = [] }: DatasetResponse): JoinableDataset => ({
  id,
  table_name,
  columns: columns.map(({ column_name }) => column_name),
})

/** The state of the join: its definition, its datasets and the server's preview. */
function useJoin() {
  const client = useQueryClient()
  const [sides, setSides] = useState<readonly JoinSideDraft[]>([newJoinSide(), newJoinSide()])
  const ids = [...new Set(sides.flatMap(({ datasetId }) => datasetId ?? []))]
  const queries = useQueries({ queries: ids.map(datasetQuery) })
  const loaded = sides.map(({ datasetId }) => queries[ids.indexOf(datasetId ?? 0)]?.data)
  const datasets = loaded.map((data) => data && joinable(data))
  const sent = joinRequest(sides)
  const preview = useQuery({
    queryKey: ['join', sent],
    queryFn: ({ signal }) => previewJoin(sent ?? [], signal),
    enabled: sent !== undefined,
    staleTime: 0,
    retry: false,
  })
  const columnsOf = ({ datasetId }: JoinSideDraft): readonly string[] => {
    const known = datasetId && client.getQueryData<DatasetResponse>(datasetQuery(datasetId).queryKey)
    return known ? joinable(known).columns : []
  }
  const choose = async (at: number, id: number) => {
    setSides((now) => withDataset(now, at, id))
    // A dataset that cannot be read reports the error in its own query.
    await client.fetchQuery(datasetQuery(id)).catch(() => undefined)
    setSides((now) => withGuessedKeys(now, now.map(columnsOf)))
  }
  return {
    sides,
    setSides,
    choose,
    datasets,
    /** Returns the database of the other datasets. */
    databaseOf: (at: number) => loaded.find((data, index) => index !== at && data)?.database?.id,
    preview: sent && preview.data,
    isChecking: sent !== undefined && preview.isFetching,
    error: queries.find(({ error }) => error)?.error ?? (sent && preview.error),
  }
}

/** The datasets of a join in a vertical list. */
function Sides({ join }: { readonly join: ReturnType<typeof useJoin> }) {
  const { sides, setSides, datasets, databaseOf, choose } = join
  const change = (at: number, part: Partial<JoinSideDraft>) =>
    setSides(sides.map((side, index) => (index === at ? { ...side, ...part } : side)))
  const keyedSides = sides.map((side, index) => ({ key: String(index), side, at: index }))
  return (
    <>
      {keyedSides.map(({ key, side, at }) => (
        <JoinSideFields
          key={key}
          side={side}
          at={at}
          datasets={datasets}
          databaseId={databaseOf(at)}
          onDataset={(id) => void choose(at, id)}
          onChange={(part) => change(at, part)}
          onRemove={sides.length > 2 ? () => setSides(withoutSide(sides, at)) : undefined}
        />
      ))}
      {sides.length < MAX_JOIN_DATASETS && (
        <Inline>
          <Button icon="plus" onPress={() => setSides([...sides, newJoinSide()])}>
            {t('Add dataset')}
          </Button>
        </Inline>
      )}
    </>
  )
}

/** Joins datasets of one database: select keys and join types; the result is saved as SQL. */
export function JoinDialog({ onClose, onAdded }: Props) {
  const client = useQueryClient()
  const join = useJoin()
  const { sides, datasets, preview } = join
  const [typed, setTyped] = useState<string>()
  const names = datasets.map((each) => each?.table_name)
  const name = typed ?? (names.every(Boolean) ? names.join('_') : '')
  const save = useSingleMutation({
    mutationFn: ({ joined, sql }: { readonly joined: JoinPreview; readonly sql: string }) =>
      createJoinedDataset(joined, name.trim(), sql),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      recordNewDataset(id)
      onAdded(id)
    },
  })
  const sql = preview?.sql
  const error = join.error ?? save.error
  return (
    <ConfirmLeaveModal
      title={t('Join datasets')}
      isOpen
      isChanged={sides.some(({ datasetId }) => datasetId !== undefined)}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isWrite
            isDisabled={!sql || name.trim() === '' || join.isChecking}
            isPending={save.isPending}
            onPress={() => preview && sql && save.mutate({ joined: preview, sql })}
          >
            {t('Create dataset and explore')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Join datasets')}>
        {error && <Banner tone="danger">{error.message}</Banner>}
        <Sides join={join} />
        {join.isChecking && <p>{t('Counting the rows')}</p>}
        {preview && !join.isChecking && <JoinResult preview={preview} />}
        <TextField label={t('Dataset name')} value={name} onChange={setTyped} maxLength={250} isRequired />
      </FormStack>
    </ConfirmLeaveModal>
  )
}
