import { useState } from 'react'
import { filterOfField, filterRejection } from './drop.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { adhoc_filter } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { moveItem, type Slot } from '#controls/shared/drag-data.ts'
import { fieldTexts, freshName } from '#controls/shared/field.ts'
import { type Pill, PillList } from '#controls/shared/PillList.tsx'
import { type AdhocFilter, isValidFilter, newFilter } from '#core/filter/adhoc-filter.ts'
import { filterLabel } from '#core/filter/filter-label.ts'
import { t } from '#core/text/t.ts'

function toPill(filter: AdhocFilter): Pill {
  return {
    key: filter.filterOptionName,
    text: filterLabel(filter),
    icon: filter.expressionType === 'SQL' ? 'function' : 'filter',
    error: isValidFilter(filter) ? undefined : t('A filter is not complete'),
    note: filter.isExtra
      ? t("This filter was inherited from the dashboard's context. It won't be saved with the chart.")
      : undefined,
  }
}

export default function AdhocFilterView(props: ControlViewProps<readonly AdhocFilter[]>) {
  const { control, value, onChange, errors, context } = props
  const filters = adhoc_filter.parse(value, control, context) ?? []
  const fresh = freshName(
    'filter',
    filters.map((each) => each.filterOptionName),
  )
  const [dropped, setDropped] = useState<AdhocFilter>()
  const slot: Slot = {
    refuses: (part) => filterRejection(part, context),
    take: (part, _at, edit) => {
      setDropped(filterOfField(part, fresh, context))
      edit()
    },
  }
  const closing = (close: () => void) => () => {
    setDropped(undefined)
    close()
  }
  return (
    <PillList
      field={fieldTexts(control, errors)}
      name={control.name}
      pills={filters.map(toPill)}
      slot={slot}
      onMove={(from, at) => onChange(moveItem(filters, from, at))}
      addText={t('Add a filter')}
      canAdd
      popoverLabel={t('Edit filter')}
      width="content"
      onRemove={(index) => onChange(filters.toSpliced(index, 1))}
      renderEditor={(index, close) => (
        <FilterEditor
          filter={filters[index ?? -1] ?? dropped ?? newFilter(fresh)}
          context={context}
          onSave={(next) => onChange(index === undefined ? [...filters, next] : filters.with(index, next))}
          onClose={closing(close)}
        />
      )}
    />
  )
}
