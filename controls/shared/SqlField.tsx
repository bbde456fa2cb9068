import { useMemo } from 'react'
import { sqlCompletions } from './completion.ts'
import { useFunctionNames } from './function-names.tsx'
import type { ControlContext } from '#controls/control.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { replaceNameInSql, nameOffsets, nameUse } from '#core/query/replace-name-in-sql.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Inline } from '#ui/layout/Inline.tsx'

export interface SqlFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (sql: string) => void
  readonly context: ControlContext
}

/** The number of lines of an editor in a popover. */
const MIN_LINES = 2
const MAX_LINES = 6

/** Finds the occurrences of the name that made the query fail; none if the error is in the dataset itself. */
function useValidationError({ failure, dataset }: ControlContext, sql: string) {
  return useMemo(() => {
    if (!failure) return []
    const { name, kind } = failure.mistake
    const isThere = kind === 'column' && dataset.columns.some((each) => each.column_name === name)
    const ranges =
      isThere || kind === 'metric' ? [] : nameOffsets(sql, { name, use: nameUse(kind) }, quoteMarkOf(dataset.backend))
    return ranges.map((range) => ({ ...range, message: failure.message }))
  }, [failure, dataset.columns, dataset.backend, sql])
}

/**
 * A SQL expression with completions from the dataset. A name that made the query fail is underlined, with quick fixes.
 */
export function SqlField({ label, value, onChange, context }: SqlFieldProps) {
  const { columns, metrics, databaseId, backend } = context.dataset
  const functions = useFunctionNames(databaseId)
  const completions = useMemo(
    () => sqlCompletions({ columns, metrics, functions, backend }),
    [columns, metrics, functions, backend],
  )
  const markers = useValidationError(context, value)
  const mistake = markers.length > 0 ? context.failure?.mistake : undefined
  return (
    <>
      <CodeEditor
        label={label}
        value={value}
        onChange={onChange}
        language="sql"
        error={markers[0]?.message}
        markers={markers}
        completions={completions}
        minLines={MIN_LINES}
        maxLines={MAX_LINES}
      />
      {mistake && (
        <Inline gap={2} isWrapping>
          {mistake.candidates.map((name) => (
            <Button
              key={name}
              size="sm"
              onPress={() =>
                onChange(
                  replaceNameInSql(
                    value,
                    { wrong: mistake.name, right: name, use: nameUse(mistake.kind) },
                    quoteMarkOf(backend),
                  ),
                )
              }
            >
              {t('Use "%s"', name)}
            </Button>
          ))}
        </Inline>
      )}
    </>
  )
}
