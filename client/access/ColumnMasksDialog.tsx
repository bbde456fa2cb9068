import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchColumnMasks, saveColumnMasks } from '#calls/column-masks.ts'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { RelatedField } from '#client/properties/RelatedField.tsx'
import type { NamedResponse } from '#core/rest/responses.ts'
import type { ColumnMasksResponse, MaskMethod } from '#core/rest/column-masks.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { maskMethodTexts } from './grant-texts.ts'

interface Props {
  readonly dataset: { readonly id: number; readonly name: string }
  /** Names of the columns of the source. */
  readonly columns: readonly string[]
  readonly onClose: () => void
}

/** A mask while it is edited. */
interface MaskDraft {
  /** Identifies the mask in the list. */
  readonly key: number
  readonly column_name: string
  readonly method: MaskMethod
  readonly filter_type: 'Regular' | 'Base'
  readonly roles: readonly NamedResponse[]
}

const methods = () =>
  (Object.entries(maskMethodTexts()) as [MaskMethod, string][]).map(([value, label]) => ({ value, label }))

const types = () =>
  [
    { value: 'Base', label: t('All users except these roles') },
    { value: 'Regular', label: t('These roles') },
  ] as const

interface MaskFieldsProps {
  readonly mask: MaskDraft
  readonly columns: readonly string[]
  readonly onChange: (part: Partial<MaskDraft>) => void
  readonly onRemove: () => void
}

function MaskFields({ mask, columns, onChange, onRemove }: MaskFieldsProps) {
  return (
    <Stack gap={2}>
      <Select
        label={t('Column')}
        options={columns.map((name) => ({ value: name, label: name }))}
        value={mask.column_name}
        onChange={(column_name) => onChange({ column_name })}
      />
      <Select
        label={t('Mask of %s', mask.column_name)}
        options={methods()}
        value={mask.method}
        onChange={(method) => onChange({ method })}
      />
      <Select
        label={t('Applies to')}
        options={types()}
        value={mask.filter_type}
        onChange={(filter_type) => onChange({ filter_type })}
      />
      <RelatedField
        of="rowlevelsecurity"
        label={t('Roles')}
        field="roles"
        value={mask.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <Button icon="trash" onPress={onRemove}>
        {t('Remove mask of %s', mask.column_name)}
      </Button>
    </Stack>
  )
}

const newMask = (column_name: string, masks: readonly MaskDraft[]): MaskDraft => ({
  key: 1 + Math.max(-1, ...masks.map(({ key }) => key)),
  column_name,
  method: 'null',
  filter_type: 'Base',
  roles: [],
})

/** Edits the loaded column masks of a dataset. */
function MasksForm({ dataset, columns, onClose, loaded }: Props & { readonly loaded: ColumnMasksResponse }) {
  const saved: readonly MaskDraft[] = loaded.result.map((mask, key) => ({ ...mask, key }))
  const client = useQueryClient()
  const [masks, setMasks] = useState(saved)
  const [first] = columns
  const save = useMutation({
    mutationFn: () =>
      saveColumnMasks(
        dataset.id,
        masks.map(({ key: _key, ...mask }) => ({ ...mask, roles: mask.roles.map(({ id }) => id) })),
        loaded.version,
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['column masks', dataset.id] })
      onClose()
    },
  })
  const change = (key: number, part: Partial<MaskDraft>) =>
    setMasks(masks.map((mask) => (mask.key === key ? { ...mask, ...part } : mask)))
  return (
    <SaveDialog
      title={t('Column masks of %s', dataset.name)}
      problem={save.error?.message}
      isChanged={JSON.stringify(masks) !== JSON.stringify(saved)}
      canSave={masks.every(({ filter_type, roles }) => filter_type === 'Base' || roles.length > 0)}
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      {masks.length === 0 && (
        <EmptyState title={t('No masks yet')} text={t('A mask replaces the values of a column for some roles.')} />
      )}
      {masks.map((mask) => (
        <MaskFields
          key={mask.key}
          mask={mask}
          columns={columns}
          onChange={(part) => change(mask.key, part)}
          onRemove={() => setMasks(masks.filter(({ key }) => key !== mask.key))}
        />
      ))}
      {first !== undefined && (
        <Button icon="plus" onPress={() => setMasks([...masks, newMask(first, masks)])}>
          {t('Add mask')}
        </Button>
      )}
    </SaveDialog>
  )
}

/** Loads the masks of a dataset and edits them. */
export function ColumnMasksDialog(props: Props) {
  const masks = useQuery({
    queryKey: ['column masks', props.dataset.id],
    queryFn: ({ signal }) => fetchColumnMasks(props.dataset.id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (masks.isError)
    return (
      <Modal title={t('Column masks of %s', props.dataset.name)} isOpen onClose={props.onClose}>
        <ErrorPanel
          title={masks.error.message}
          actions={<Button onPress={() => void masks.refetch()}>{t('Try again')}</Button>}
        />
      </Modal>
    )
  if (!masks.data) return null
  return <MasksForm {...props} loaded={masks.data} />
}
