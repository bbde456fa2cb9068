import { parseOrder, printOrder } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { columnOptions } from '#controls/shared/column-options.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'

export default function OrderByColumnsView(props: ControlViewProps<readonly string[]>) {
  const { control, value = [], onChange, errors, context } = props
  const options = columnOptions(control, context).flatMap((column) =>
    [true, false].map((ascending) => ({
      value: printOrder(column.value, ascending),
      label: `${column.label} [${ascending ? t('asc') : t('desc')}]`,
      icon: column.icon,
    })),
  )
  const onlyLast = (texts: readonly string[]): string[] => {
    const byColumn = new Map(texts.map((text) => [parseOrder(text)?.[0], text]))
    return [...byColumn.values()]
  }
  return (
    <MultiSelect
      {...fieldTexts(control, errors)}
      options={options}
      value={value}
      onChange={(texts) => onChange(onlyLast(texts))}
      placeholder={t('Add columns to order by')}
    />
  )
}
