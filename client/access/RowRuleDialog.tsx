import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateResource } from '#calls/resources.ts'
import { SaveDialog } from '#client/annotations/SaveDialog.tsx'
import { useSaveResource } from '#client/annotations/use-save.ts'
import { type NamedEntity, RelatedField } from '#client/properties/RelatedField.tsx'
import type { RowRuleResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { TextField } from '#ui/base/TextField.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { ClauseField } from './ClauseField.tsx'
import { offerUndo } from './grant-texts.ts'

interface Props {
  /** The rule to edit; absent for a new one. */
  readonly rule?: RowRuleResponse | undefined
  readonly onClose: () => void
}

interface Draft {
  readonly name: string
  readonly filter_type: RowRuleResponse['filter_type']
  readonly group_key: string
  readonly clause: string
  readonly description: string
  readonly tables: readonly NamedEntity[]
  readonly roles: readonly NamedEntity[]
}

const draftOf = (rule: RowRuleResponse | undefined): Draft => ({
  name: rule?.name ?? '',
  filter_type: rule?.filter_type ?? 'Regular',
  group_key: rule?.group_key ?? '',
  clause: rule?.clause ?? '',
  description: rule?.description ?? '',
  tables: (rule?.tables ?? []).map(({ id, schema, table_name }) => ({
    id,
    name: schema ? `${schema}.${table_name}` : table_name,
  })),
  roles: (rule?.roles ?? []).map(({ id, name }) => ({ id, name })),
})

const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  filter_type: draft.filter_type,
  group_key: draft.group_key.trim() || null,
  clause: draft.clause.trim(),
  description: draft.description.trim() || null,
  tables: draft.tables.map(({ id }) => id),
  roles: draft.roles.map(({ id }) => id),
})

const types = () =>
  [
    {
      value: 'Regular',
      label: t('Regular'),
      description: t('The users of its roles see only the rows of the clause'),
    },
    {
      value: 'Base',
      label: t('Base'),
      description: t('Every user sees only the rows of the clause, except the users of its roles'),
    },
  ] as const

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function RowRuleFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        isRequired
        autoFocus
        maxLength={255}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <RadioGroup
        label={t('Type')}
        options={types()}
        value={draft.filter_type}
        onChange={(filter_type) => onChange({ filter_type })}
      />
      <RelatedField
        of="rowlevelsecurity"
        label={t('Datasets')}
        field="tables"
        description={t('At least one. Views and partitions of its table are not filtered: add their datasets too')}
        value={draft.tables}
        onChange={(tables) => onChange({ tables })}
      />
      <RelatedField
        of="rowlevelsecurity"
        label={draft.filter_type === 'Base' ? t('Excluded roles') : t('Roles')}
        field="roles"
        value={draft.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <ClauseField value={draft.clause} datasets={draft.tables} onChange={(clause) => onChange({ clause })} />
      <TextField
        label={t('Group key')}
        description={t('Rules with the same key are combined with OR, different keys with AND')}
        maxLength={255}
        value={draft.group_key}
        onChange={(group_key) => onChange({ group_key })}
      />
      <TextField
        label={t('Description')}
        isMultiline
        rows={2}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
    </>
  )
}

/** Edits a rule of row-level security: whose rows it restricts, in which datasets, and by which condition. */
export function RowRuleDialog({ rule, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(rule))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const client = useQueryClient()
  const offer = ({ version }: { readonly version?: number }) => {
    onClose()
    if (rule === undefined || version === undefined) return
    const undo = () => updateResource('rowlevelsecurity', rule.id, bodyOf(draftOf(rule)), version)
    const refresh = () => void client.invalidateQueries({ queryKey: ['list', 'rowlevelsecurity'] })
    offerUndo(t('Rule saved: %s', draft.name.trim()), undo, refresh)
  }
  const save = useSaveResource('rowlevelsecurity', rule?.id, offer, rule?.version)
  return (
    <SaveDialog
      title={rule ? t('Edit rule %s', rule.name) : t('Add rule')}
      problem={save.error?.message}
      isChanged={JSON.stringify(draft) !== JSON.stringify(draftOf(rule))}
      canSave={draft.name.trim() !== '' && draft.clause.trim() !== '' && draft.tables.length > 0}
      isSaving={save.isPending}
      onSave={() => save.mutate(bodyOf(draft))}
      onClose={onClose}
    >
      <RowRuleFields draft={draft} onChange={change} />
    </SaveDialog>
  )
}
