import { localNumber } from '#core/format/locale.ts'
import { formatLocale } from '#core/text/format-locale.ts'
import { useMemo, useState } from 'react'
import { formatTime } from '#core/format/time.ts'
import { type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { BarRow } from '#ui/display/BarRow.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { type ColumnProfile, profileColumn } from './column-profile.ts'
import styles from './SqlLab.module.css'

const shortText = (value: number) =>
  new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 6 }).format(value)

interface Props {
  readonly table: Table
  /** The column shown first. */
  readonly column: number
  /** True if the result was cut at the row limit. */
  readonly isLimited: boolean
  readonly onClose: () => void
}

interface Bar {
  readonly id: string
  readonly label: string
  readonly count: number
}

/** Returns the bars of a profile with their labels. */
function barsOf({ bins, frequent }: ColumnProfile, isTime: boolean): readonly Bar[] {
  const write = (at: number) => (isTime ? formatTime('%Y-%m-%d %H:%M:%S', at) : shortText(at))
  if (bins.length === 0)
    return frequent.map(({ value, count }) => ({ id: value, label: value === '' ? t('(empty)') : value, count }))
  return bins.map(({ from, to, count }) => ({
    id: String(from),
    label: t('%s to %s', write(from), write(to)),
    count,
  }))
}

const text = (value: Value) => (value === null ? '' : String(value).replace(/^(\d{4}-\d\d-\d\d)T/, '$1 '))

/** The profile of a column over the loaded rows; runs no query. */
export function ProfileDialog({ table, column: first, isLimited, onClose }: Props) {
  const [column, setColumn] = useState(first)
  const profile = useMemo(() => profileColumn(table, column), [table, column])
  const { rows, nulls, distinct, min, max, bins } = profile
  const bars = barsOf(profile, table.columns[column]?.type === TEMPORAL)
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  const statistics = [
    [t('Nulls'), localNumber.format(nulls)],
    [t('Distinct values'), localNumber.format(distinct)],
    [t('Minimum'), text(min)],
    [t('Maximum'), text(max)],
  ] as const
  const count = localNumber.format(rows)
  return (
    <Modal title={t('Column profile')} isOpen onClose={onClose}>
      <Select<number>
        label={t('Column')}
        value={column}
        options={table.columns.map(({ name }, index) => ({ value: index, label: name }))}
        onChange={setColumn}
      />
      <p>
        {isLimited
          ? t('Computed over the %s loaded rows. The result was limited to them.', count)
          : t('Computed over all %s rows of the result.', count)}
      </p>
      <dl className={styles['profile']}>
        {statistics.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      <ul className={styles['bars']} aria-label={bins.length > 0 ? t('Histogram') : t('Most frequent values')}>
        {bars.map(({ id, label, count: rowCount }) => (
          <li key={id}>
            <BarRow label={label} share={rowCount / highest} end={localNumber.format(rowCount)} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
