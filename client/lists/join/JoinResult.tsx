import { localNumber } from '#core/format/locale.ts'
import type { JoinPreview } from '#calls/dataset-join.ts'
import type { JoinMetricReason } from '#core/rest/dataset-shapes.ts'
import { t, tn } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import styles from './JoinResult.module.css'

const formatCount = (count: number) => localNumber.format(count)

type MismatchedKey = JoinPreview['mismatched_keys'][number]

function mismatchText({ reason, type, with_type }: MismatchedKey, own: string, other: string): string {
  return reason === 'collation'
    ? t(
        'Keys have different collations: %s (%s) and %s (%s). Add a calculated column that gives both the same one.',
        own,
        type,
        other,
        with_type,
      )
    : t(
        'Keys have different types: %s (%s) and %s (%s). Add a calculated column that converts one of them.',
        own,
        type,
        other,
        with_type,
      )
}

function Mismatches({ preview }: { readonly preview: JoinPreview }) {
  const nameOf = (at: number, column: string) => `${preview.datasets[at]?.table_name}.${column}`
  return preview.mismatched_keys.map((key) => (
    <Banner key={`${key.dataset} ${key.column} ${key.with} ${key.with_column}`} tone="danger" isLive>
      {mismatchText(key, nameOf(key.dataset, key.column), nameOf(key.with, key.with_column))}
    </Banner>
  ))
}

/** The columns that are renamed in the result. */
function Renamed({ preview }: { readonly preview: JoinPreview }) {
  const renamed = preview.columns.filter(({ name, column }) => name !== column)
  if (renamed.length === 0) return null
  return <p>{t('Columns with a prefix: %s', renamed.map(({ name }) => name).join(', '))}</p>
}

const reasonTexts = (): Record<JoinMetricReason, string> => ({
  rows_repeated: t('the join repeats its rows'),
  rows_added: t('the join adds rows without values'),
  rows_not_counted: t('the rows were not counted'),
  expression: t('its SQL does not fit the result'),
})

/** The metrics that the new dataset has, and those that would be wrong in it. */
function Metrics({ preview }: { readonly preview: JoinPreview }) {
  const { metrics, refused_metrics: refused, datasets } = preview
  const reasons = reasonTexts()
  return (
    <>
      {metrics.length > 0 && (
        <p>{t('Metrics of the new dataset: %s', metrics.map(({ metric_name }) => metric_name).join(', '))}</p>
      )}
      {refused.length > 0 && (
        <Banner tone="warn" isLive>
          {t(
            'Metrics left out: %s',
            refused
              .map((each) => `${datasets[each.dataset]?.table_name}.${each.metric_name} (${reasons[each.reason]})`)
              .join(', '),
          )}
        </Banner>
      )}
    </>
  )
}

interface ShownRow {
  readonly key: string
  readonly cells: readonly (string | null)[]
}

/** The first rows of the result. */
function FirstRows({ preview: { columns, first_rows: rows } }: { readonly preview: JoinPreview }) {
  if (!rows || rows.length === 0) return null
  return (
    <div className={styles['rows']}>
      <Table<ShownRow>
        label={t('First rows of the join')}
        rows={rows.map((cells, index) => ({ key: String(index), cells }))}
        rowKey={({ key }) => key}
        columns={columns.map(({ name }, index) => ({
          id: name,
          title: name,
          cell: ({ cells }) => cells[index] ?? '<NULL>',
        }))}
        isDense
      />
    </div>
  )
}

/** The effect of a join on the rows of its datasets: counts before and after, and how many are duplicated or lost. */
export function JoinResult({ preview }: { readonly preview: JoinPreview }) {
  const { rows, datasets, mismatched_keys } = preview
  if (mismatched_keys.length > 0) return <Mismatches preview={preview} />
  // A dataset may be joined more than once, so it is identified by its position.
  const counted = datasets.map((each, index) => ({ ...each, key: String(index) }))
  return (
    <Stack gap={2}>
      {rows === null && <Banner tone="warn">{t('The rows were not counted in time')}</Banner>}
      {counted.map(({ key, table_name, rows: before, repeated, unmatched }) => (
        <Stack key={key} gap={1}>
          {before !== null && <p>{t('%s: %s rows', table_name, formatCount(before))}</p>}
          {repeated !== null && repeated > 0 && (
            <Banner tone="warn" isLive>
              {t(
                'The join repeats rows of %s %s times: sums and counts of its columns become too high.',
                table_name,
                formatCount(repeated),
              )}
            </Banner>
          )}
          {unmatched !== null && unmatched > 0 && (
            <p>
              {tn(
                '%s row of %s is not in the result',
                '%s rows of %s are not in the result',
                unmatched,
                formatCount(unmatched),
                table_name,
              )}
            </p>
          )}
        </Stack>
      ))}
      {rows !== null && <p>{t('After the join: %s rows', formatCount(rows))}</p>}
      <Renamed preview={preview} />
      <Metrics preview={preview} />
      <FirstRows preview={preview} />
    </Stack>
  )
}
