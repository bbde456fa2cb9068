import { useState } from 'react'
import { draftOf, type RuleDraft, ruleErrors, ruleOf } from './draft.ts'
import { EditorFrame } from '#controls/shared/EditorFrame.tsx'
import type { ResultColumn } from '#controls/shared/result-columns.ts'
import { conditionColors, conditionOperators, type ConditionRule, targetsOf } from '#core/color/condition.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

export interface RuleEditorProps {
  readonly rule: ConditionRule | undefined
  readonly columns: readonly ResultColumn[]
  readonly onSave: (rule: ConditionRule) => void
  readonly onClose: () => void
}

interface TargetsProps {
  readonly draft: RuleDraft
  readonly errorOf: (field: keyof ReturnType<typeof ruleErrors>) => string | undefined
  readonly onChange: (change: Partial<RuleDraft>) => void
}

/** The comparison values of an operator. */
function Targets({ draft, errorOf, onChange }: TargetsProps) {
  const targets = targetsOf(draft.operator)
  if (targets === 0) return null
  const target = (name: 'targetValue' | 'targetValueLeft' | 'targetValueRight', label: string) => (
    <TextField
      label={label}
      isRequired
      value={draft[name]}
      error={errorOf(name)}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  if (targets === 1) return target('targetValue', t('Target value'))
  return (
    <Inline gap={2} align="start">
      {target('targetValueLeft', t('Left value'))}
      {target('targetValueRight', t('Right value'))}
    </Inline>
  )
}

/** Edits a draft of a rule; only Save commits it. */
export function RuleEditor({ rule, columns, onSave, onClose }: RuleEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [touched, setTouched] = useState<readonly string[]>([])
  const errors = ruleErrors(draft)
  const result = ruleOf(draft)
  const set = (change: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...change })
    setTouched([...touched, ...Object.keys(change)])
  }
  const errorOf: TargetsProps['errorOf'] = (field) => (touched.includes(field) || rule ? errors[field] : undefined)
  const save = () => {
    if (result) onSave(result)
    onClose()
  }
  return (
    <EditorFrame canSave={result !== undefined} onSave={save} onClose={onClose}>
      <Select
        label={t('Column')}
        isRequired
        options={columns.map((column) => ({ value: column.name, label: column.label, icon: 'hash' as const }))}
        value={draft.column}
        error={errorOf('column')}
        onChange={(column) => set({ column })}
        placeholder={t('Select a column')}
      />
      <Select
        label={t('Color scheme')}
        isRequired
        options={conditionColors.map((color) => ({ value: color.value as string, label: t(color.label) }))}
        value={draft.colorScheme}
        onChange={(colorScheme) => set({ colorScheme })}
      />
      <Select
        label={t('Operator')}
        isRequired
        options={conditionOperators.map((operator) => ({ value: operator, label: t(operator) }))}
        value={draft.operator}
        error={errorOf('operator')}
        onChange={(operator) => set({ operator })}
        placeholder={t('Select an operator')}
        isSearchable={false}
      />
      <Targets draft={draft} errorOf={errorOf} onChange={set} />
    </EditorFrame>
  )
}
