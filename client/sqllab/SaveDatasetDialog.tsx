import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listResource } from '#calls/resources.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'
import { toast } from '#ui/overlay/toast.ts'
import { createSqlDataset, suggestedDatasetName, replaceDatasetSql } from './sql-dataset.ts'
import type { EditorTab } from './state/store.ts'

const PAGE_SIZE = 100

/** Searches virtual datasets that the user may edit by name. */
function useEditable(search: string) {
  return useQuery({
    queryKey: ['list', 'dataset', 'editable-sql', search],
    queryFn: async ({ signal }) => {
      const filters = [
        { col: 'sql', opr: 'dataset_is_null_or_empty', value: false },
        ...(search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }]),
      ]
      const order = { order_column: 'table_name', order_direction: 'asc' } as const
      const { result } = await listResource<DatasetResponse>(
        'dataset',
        { filters, ...order, page_size: PAGE_SIZE },
        signal,
      )
      return result.filter(({ abilities }) => abilities?.can_write === true)
    },
  })
}

interface ExistingProps {
  readonly value: number | undefined
  readonly onChange: (id: number) => void
}

/** Selects the dataset to overwrite. */
function Existing({ value, onChange }: ExistingProps) {
  const [search, setSearch] = useState('')
  const datasets = useEditable(search)
  return (
    <Select<number>
      label={t('Dataset')}
      placeholder={t('Select a dataset')}
      description={t('Its SQL and columns are replaced; charts on it show the new rows.')}
      isSearchable
      onSearch={setSearch}
      isLoading={datasets.isFetching}
      options={(datasets.data ?? []).map((each) => ({ value: each.id, label: each.table_name }))}
      value={value}
      onChange={onChange}
    />
  )
}

interface Props {
  readonly label: string
  readonly of: Pick<EditorTab, 'databaseId' | 'schema'>
  readonly sql: string
  readonly onClose: () => void
}

/** Saves SQL as a new dataset, or replaces the SQL of a dataset that the user may edit. */
export function SaveDatasetDialog({ label, of, sql, onClose }: Props) {
  const go = useNavigateTo()
  const client = useQueryClient()
  const [offered] = useState(() => suggestedDatasetName(label, new Date()))
  const [target, setTarget] = useState<'new' | 'existing'>('new')
  const [name, setName] = useState(offered)
  const [datasetId, setDatasetId] = useState<number>()
  const save = useSingleMutation({
    mutationFn: () =>
      target === 'new' ? createSqlDataset(of, name.trim(), sql) : replaceDatasetSql(datasetId ?? 0, of, sql),
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onClose()
      toast.show({
        text: t('The dataset has been saved'),
        tone: 'good',
        action: { label: t('Explore'), onPress: () => go(`/explore?dataset_id=${id}`) },
      })
    },
  })
  const isReady = target === 'new' ? name.trim() !== '' : datasetId !== undefined
  const submit = () => isReady && save.mutate()
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isDisabled={!isReady} isPending={save.isPending} onPress={submit}>
        {target === 'new' ? t('Save') : t('Overwrite')}
      </Button>
    </>
  )
  const isChanged = name !== offered || datasetId !== undefined
  return (
    <ConfirmLeaveModal
      title={t('Save as dataset')}
      isOpen
      isChanged={isChanged}
      onClose={onClose}
      size="sm"
      footer={footer}
    >
      <FormStack ariaLabel={t('Save as dataset')} onSubmit={submit}>
        {save.error && <Banner tone="danger">{t('The dataset could not be saved: %s', save.error.message)}</Banner>}
        <RadioGroup
          label={t('Save as')}
          value={target}
          onChange={setTarget}
          options={[
            { value: 'new', label: t('A new dataset') },
            { value: 'existing', label: t('Overwrite a dataset') },
          ]}
        />
        {target === 'new' ? (
          <TextField label={t('Dataset name')} value={name} onChange={setName} isRequired autoFocus maxLength={250} />
        ) : (
          <Existing value={datasetId} onChange={setDatasetId} />
        )}
      </FormStack>
    </ConfirmLeaveModal>
  )
}
