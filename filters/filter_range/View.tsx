import { countBins, type ProfiledColumn } from '#core/query/column-profile.ts'
import { isDigits, isNonFinite } from '#core/table/exact-number.ts'
import { NUMERIC, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { RangeSlider } from '#ui/input/RangeSlider.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import type { FilterViewProps } from '../filter-type.ts'
import { isSettingOn } from '../shared/target.ts'
import type { Range } from './index.ts'

const NUMBERS: ProfiledColumn = { column_name: '', type_generic: NUMERIC, is_dttm: false }

/** Returns the slider step: 1 for integers over a range above 10, otherwise a power of ten below 1 % of the range. */
function stepOf(min: number, max: number): number {
  const isWhole = Number.isInteger(min) && Number.isInteger(max)
  if (isWhole && max - min > 10) return 1
  return max > min ? 10 ** Math.floor(Math.log10((max - min) / 100)) : 1
}

/** The lowest and the highest value; undefined if the engine returned no finite number. */
type Limits = readonly [number | undefined, number | undefined]

/** Returns the double closest to a value: the engine returns numbers with many digits as text. */
function limitOf(value: Value | undefined): number | undefined {
  const number = typeof value === 'number' || isDigits(value) ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Returns a range that is open at each end that reaches the limit of the data; undefined if both are. */
function withOpenEnds(from: number | undefined, to: number | undefined, [min, max]: Limits) {
  const start = from === undefined || (min !== undefined && from <= min) ? null : from
  const end = to === undefined || (max !== undefined && to >= max) ? null : to
  return start === null && end === null ? undefined : ([start, end] as const)
}

/** The ends of the range, and the change to other ones. */
interface RangeInputProps {
  readonly name: string
  readonly range: Limits
  readonly onChange: (from: number | undefined, to: number | undefined) => void
}

function RangeFields({ name, range: [low, high], onChange }: RangeInputProps) {
  return (
    <Inline gap={2}>
      <NumberField
        ariaLabel={t('Minimum %s', name)}
        size="sm"
        isGrouped
        value={low}
        onChange={(from) => onChange(from, high)}
      />
      <span aria-hidden>–</span>
      <NumberField
        ariaLabel={t('Maximum %s', name)}
        size="sm"
        isGrouped
        value={high}
        onChange={(to) => onChange(low, to)}
      />
    </Inline>
  )
}

/**
 * A slider with two handles between the lowest and the highest value; a handle at its limit leaves that end open. If a
 * value is required, the full range is a value too. A column with NaN or infinity at an end has only the fields.
 */
export default function RangeFilterView({
  config,
  value,
  onChange,
  options,
  counts,
  error,
  isInvalid,
  isSingle,
}: FilterViewProps<Range>) {
  const [table, spread] = options ?? []
  // While other filters apply, the distribution of all rows would mislead.
  const rows = counts ?? (isSingle ? spread : undefined)
  const ends = [0, 1].map((column) => table?.columns[column]?.values[0])
  const [min, max] = ends.map(limitOf)
  const name = config.name ?? ''
  if (error) return <p role="alert">{error}</p>
  if (!table) return <Skeleton shape="lines" rows={2} label={t('Loading filter values')} />
  if (ends.some((end) => limitOf(end) === undefined && !isNonFinite(end)))
    return <p>{table.columns[0]?.type === NUMERIC ? t('No data') : t('Chosen non-numeric column')}</p>
  const [low, high] = [value?.[0] ?? min, value?.[1] ?? max]
  const change = (from: number | undefined, to: number | undefined) =>
    onChange(
      isSettingOn(config, 'enableEmptyFilter')
        ? [from ?? min ?? null, to ?? max ?? null]
        : withOpenEnds(from, to, [min, max]),
    )
  return (
    <Stack gap={2}>
      {min !== undefined && max !== undefined && (
        <RangeSlider
          ariaLabel={name}
          min={min}
          max={max}
          step={stepOf(min, max)}
          histogram={rows && countBins(NUMBERS, rows, min, max)}
          value={[low ?? min, high ?? max]}
          onChange={([from, to]) => change(from, to)}
          startLabel={t('Minimum %s', name)}
          endLabel={t('Maximum %s', name)}
        />
      )}
      <RangeFields name={name} range={[low, high]} onChange={change} />
      {isInvalid && <p>{t('Select a range to see the charts')}</p>}
    </Stack>
  )
}
