import { ruleText } from './draft.ts'
import { RuleEditor } from './RuleEditor.tsx'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { PillList } from '#controls/shared/PillList.tsx'
import { resultColumns } from '#controls/shared/result-columns.ts'
import { type ConditionRule, isCompleteRule } from '#core/color/condition.ts'
import { t } from '#core/text/t.ts'

export default function ConditionalFormattingView(props: ControlViewProps<readonly ConditionRule[]>) {
  const { control, value = [], onChange, errors, context } = props
  const columns = resultColumns(context).filter((column) => column.kind === 'number')
  const labelOf = (rule: ConditionRule) =>
    columns.find((column) => column.name === rule.column)?.label ?? rule.column ?? '?'
  return (
    <PillList
      field={fieldTexts(control, errors)}
      pills={value.map((rule, index) => ({
        key: String(index),
        text: ruleText(rule, labelOf(rule)),
        icon: 'palette',
        error: isCompleteRule(rule) ? undefined : t('A condition is not complete'),
      }))}
      addText={t('Add new color formatter')}
      canAdd
      popoverLabel={t('Edit formatter')}
      width={450}
      onRemove={(index) => onChange(value.toSpliced(index, 1))}
      renderEditor={(index, close) => (
        <RuleEditor
          rule={index === undefined ? undefined : value[index]}
          columns={columns}
          onSave={(rule) => onChange(index === undefined ? [...value, rule] : value.with(index, rule))}
          onClose={close}
        />
      )}
    />
  )
}
