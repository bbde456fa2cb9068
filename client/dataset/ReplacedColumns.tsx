import { ownValue } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ColumnCharts } from './ColumnCharts.tsx'
import { columnDifferences, guessRenames, type TypedColumn } from './column-differences.ts'

/** New column names by old names. */
export type RenamedColumns = Readonly<Record<string, string>>

interface Props {
  readonly datasetId: number
  readonly before: readonly TypedColumn[]
  readonly after: readonly TypedColumn[]
  readonly renamed: RenamedColumns
  readonly onChange: (renamed: RenamedColumns) => void
}

const withoutColumn = (renamed: RenamedColumns, column: string): RenamedColumns =>
  Object.fromEntries(Object.entries(renamed).filter(([name]) => name !== column))

/**
 * The differences between the columns of a file and of the dataset, with the charts that break unless a column is
 * mapped.
 */
export function ReplacedColumns({ datasetId, before, after, renamed, onChange }: Props) {
  const { added, removed, typeChanged } = columnDifferences(before, after)
  const guessed = guessRenames(before, after)
  const taken = Object.values(renamed)
  if (added.length + removed.length + typeChanged.length === 0)
    return <p>{t('The file has the same columns as the dataset.')}</p>
  return (
    <section aria-label={t('Changed columns')}>
      <Stack gap={2}>
        {added.length > 0 && <p>{t('Added columns: %s', added.join(', '))}</p>}
        {typeChanged.map(({ name, before: from, after: to }) => (
          <Inline key={name} gap={2} isWrapping>
            {t('Column of another type: %s (%s, now %s)', name, from, to)}
            <ColumnCharts datasetId={datasetId} column={name} />
          </Inline>
        ))}
        {removed.map((column) => {
          const guess = ownValue(guessed, column)
          const isOffered = guess !== undefined && ownValue(renamed, column) === undefined && !taken.includes(guess)
          return (
            <Banner key={column} tone="warn">
              <Stack gap={1}>
                <Inline gap={2} isWrapping>
                  {t('Removed column: %s', column)}
                  <ColumnCharts datasetId={datasetId} column={column} />
                </Inline>
                {added.length > 0 && (
                  <Inline gap={2} align="end" isWrapping>
                    <Select
                      label={t('%s is now', column)}
                      placeholder={t('Removed')}
                      options={added
                        .filter((name) => ownValue(renamed, column) === name || !taken.includes(name))
                        .map((name) => ({ value: name, label: name }))}
                      value={ownValue(renamed, column)}
                      onChange={(name) => onChange({ ...renamed, [column]: name })}
                      isClearable
                      onClear={() => onChange(withoutColumn(renamed, column))}
                    />
                    {isOffered && (
                      <Button size="sm" onPress={() => onChange({ ...renamed, [column]: guess })}>
                        {t('Use "%s"', guess)}
                      </Button>
                    )}
                  </Inline>
                )}
              </Stack>
            </Banner>
          )
        })}
      </Stack>
    </section>
  )
}
