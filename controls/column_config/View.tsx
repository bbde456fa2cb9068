import { ownValue } from '#core/rest/json.ts'
import { useRef, useState } from 'react'
import { ColumnSettings } from './ColumnSettings.tsx'
import { type ColumnConfigs, isLong, visibleColumns } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import type { ColumnConfig } from '#controls/shared/column-config.ts'
import { ControlPopover } from '#controls/shared/ControlPopover.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { type ControlPlacement, placementFor } from '#controls/shared/placement.ts'
import { type ResultColumn, resultColumns } from '#controls/shared/result-columns.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Field } from '#ui/base/Field.tsx'
import { PillField } from '#ui/input/PillField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

const icons = { number: 'hash', time: 'clock', text: 'text' } as const

/** In pixels. */
const WIDTH = 380

type Props = ControlViewProps<ColumnConfigs>

/** One column, which opens its settings. */
function ColumnPill({ column, props }: { readonly column: ResultColumn; readonly props: Props }) {
  const { value = {}, onChange, context } = props
  const anchor = useRef<HTMLButtonElement>(null)
  const [placement, setPlacement] = useState<ControlPlacement>()
  const config = ownValue(value, column.name) ?? {}
  // A column without settings is removed.
  const set = (next: ColumnConfig) => {
    const { [column.name]: _, ...others } = value
    onChange(Object.keys(next).length === 0 ? others : { ...value, [column.name]: next })
  }
  const open = () => setPlacement(placementFor(anchor.current?.getBoundingClientRect().top ?? 0, window.innerHeight))
  return (
    <>
      <PillField
        label={t('Settings of %s', column.label)}
        text={column.label}
        icon={icons[column.kind]}
        isOpen={placement !== undefined}
        isChanged={Object.keys(config).length > 0}
        onPress={open}
        ref={anchor}
      />
      {placement !== undefined && (
        <ControlPopover
          label={t('Settings of %s', column.label)}
          title={column.label}
          anchor={anchor}
          placement={placement}
          onClose={() => setPlacement(undefined)}
          width={WIDTH}
        >
          <ColumnSettings
            column={column}
            fields={props.control.fields}
            config={config}
            context={context}
            onChange={set}
            onClose={() => setPlacement(undefined)}
          />
        </ControlPopover>
      )}
    </>
  )
}

export default function ColumnConfigView(props: Props) {
  const { control, errors, context } = props
  const [isAll, setAll] = useState(false)
  // Fields defined by a chart type apply to its metrics.
  const columns = resultColumns(context).filter(({ kind }) => control.fields === undefined || kind === 'number')
  return (
    <Field {...fieldTexts(control, errors)}>
      <Stack gap={1}>
        {visibleColumns(columns, isAll).map((column) => (
          <ColumnPill key={column.name} column={column} props={props} />
        ))}
        {isLong(columns) && (
          <Button variant="quiet" size="sm" onPress={() => setAll(!isAll)}>
            {isAll ? t('Show less columns') : t('Show all columns')}
          </Button>
        )}
      </Stack>
    </Field>
  )
}
