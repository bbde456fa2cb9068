import { useState } from 'react'
import type { DashboardFilter } from '#core/filter-box/dashboard-filter.ts'
import { type BoxValue, itemsOf, type BoxItem, isSelected, labelOf } from '#core/filter-box/item.ts'
import { t } from '#core/text/t.ts'
import { Card } from '#ui/display/Card.tsx'
import { Button } from '#ui/base/Button.tsx'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { FilterBoxTimeFields } from './FilterBoxTimeFields.tsx'
import styles from './filter-box.module.css'
import { useBoxOptions } from './use-box-options.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'

interface Props {
  readonly chartId: number
  readonly item: BoxItem
  readonly value: BoxValue
  readonly onChange: (value: BoxValue) => void
}

/** Selects values of one column. Each option has a bar of its metric; typing searches. */
function BoxSelect({ chartId, item, value, onChange }: Props) {
  const [text, setText] = useState('')
  const { options, error, isLoading, labelOf: nameOf } = useBoxOptions(chartId, item, text)
  const chosen = isSelected(value) ? (Array.isArray(value) ? value : [value]) : []
  return (
    <MultiSelect
      label={labelOf(item)}
      placeholder={t('Type or Select [%s]', labelOf(item))}
      options={options}
      value={chosen as (string | number | boolean | null)[]}
      onChange={(next) => {
        // A field that must not be empty keeps its last value.
        if (next.length === 0 && item.clearable === false) return
        onChange(item.multiple ? next : (next.at(-1) ?? null))
      }}
      isSingle={!item.multiple}
      isLoading={isLoading}
      labelOf={nameOf}
      onSearch={setText}
      size="sm"
      {...(error ? { error: error.message } : {})}
    />
  )
}

type Values = Readonly<Record<string, BoxValue>>

/**
 * Returns the selected values that are not applied yet. Values applied from outside, by Back or a link, replace them.
 */
function useChoice(box: DashboardFilter) {
  const store = useDashboardStore()
  const [choice, setChoice] = useState<{ readonly of: Values; readonly changed: Values }>({
    of: box.columns,
    changed: {},
  })
  const changed = choice.of === box.columns ? choice.changed : {}
  const send = (values: Values) => actions.changeBoxes(store, { type: 'change', chartId: box.chartId, values })
  return {
    columns: { ...box.columns, ...changed },
    isChanged: Object.keys(changed).length > 0,
    change: (column: string, value: BoxValue) => {
      const next = { ...changed, [column]: value }
      if (box.isInstantFilter) send({ [column]: value })
      else setChoice({ of: box.columns, changed: next })
    },
    apply: () => send(changed),
  }
}

function Fields({ box }: { readonly box: DashboardFilter }) {
  const configs = useDashboard((state) => state.charts[box.chartId]?.form_data['filter_configs'])
  const { columns, isChanged, change, apply } = useChoice(box)
  return (
    <form
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) apply()
      }}
    >
      {box.isDateFilter && <FilterBoxTimeFields chartId={box.chartId} columns={columns} onChange={change} />}
      {itemsOf(configs).map((item) => (
        <BoxSelect
          key={item.column}
          chartId={box.chartId}
          item={item}
          value={columns[item.column] ?? null}
          onChange={(value) => change(item.column, value)}
        />
      ))}
      {!box.isInstantFilter && (
        <Button variant="primary" type="submit" isDisabled={!isChanged} isReachable>
          {t('Apply')}
        </Button>
      )}
    </form>
  )
}

/** A filter box on a dashboard: its fields, applied to the charts in their scopes. */
export function FilterBox({ chartId, title, tools }: { chartId: number; title: string; tools?: React.ReactNode }) {
  const box = useDashboard((state) => state.filterBoxes[chartId])
  return (
    <Card title={title} ariaLabel={title} actions={tools}>
      {box && <Fields box={box} />}
    </Card>
  )
}
