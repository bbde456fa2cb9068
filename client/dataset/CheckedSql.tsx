import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiResponseError } from '#calls/call.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { replaceNameInSql, nameOffsets, nameUse } from '#core/query/replace-name-in-sql.ts'
import { type UnknownName, readUnknownName } from '#core/rest/unknown-name.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor, type CodeEditorProps } from '#ui/input/CodeEditor.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

/** Lets the database validate the SQL; rejects if it is invalid. */
export type SqlCheck = (sql: string) => Promise<unknown>

interface Props extends Omit<CodeEditorProps, 'language' | 'error' | 'markers'> {
  /** Absent if the SQL cannot be checked before other changes are saved. */
  readonly check: SqlCheck | undefined
  /** The backend of the database, whose dialect quotes names. */
  readonly backend: string | undefined
}

function unknownNameOf(error: Error | null): UnknownName | undefined {
  if (!(error instanceof ApiResponseError)) return undefined
  return readErrorBody(error.body)
    .errors.map(({ extra }) => readUnknownName(extra))
    .find(Boolean)
}

/** An SQL editor with validation: errors of the database are shown below and underlined, with quick fixes. */
export function CheckedSql({ check, backend, ...editor }: Props) {
  const { value, onChange, isReadOnly } = editor
  const mark = quoteMarkOf(backend)
  const trying = useMutation({ mutationFn: async (sql: string) => check?.(sql) })
  // The result of another text does not apply to this one.
  const isOfThis = trying.variables === value
  const error = isOfThis ? trying.error : null
  const mistake = useMemo(() => unknownNameOf(error), [error])
  const markers = useMemo(
    () =>
      error && mistake
        ? nameOffsets(value, { name: mistake.name, use: nameUse(mistake.kind) }, mark).map((range) => ({
            ...range,
            message: error.message,
          }))
        : [],
    [value, error, mistake, mark],
  )
  const offers = (!isReadOnly && mistake?.candidates) || []
  const use = (sql: string) => {
    onChange(sql)
    trying.mutate(sql)
  }
  return (
    <Stack gap={2}>
      <CodeEditor {...editor} language="sql" error={error?.message} markers={markers} />
      {check && (
        <Inline gap={2} isWrapping>
          {offers.map((name) => {
            const mended = mistake
              ? replaceNameInSql(value, { wrong: mistake.name, right: name, use: nameUse(mistake.kind) }, mark)
              : value
            return mended === value ? null : (
              <Button key={name} size="sm" variant="primary" onPress={() => use(mended)}>
                {t('Use "%s"', name)}
              </Button>
            )
          })}
          <Button
            size="sm"
            isPending={trying.isPending}
            isDisabled={value.trim() === ''}
            onPress={() => trying.mutate(value)}
          >
            {t('Check')}
          </Button>
          <span role="status">{isOfThis && trying.isSuccess && t('The database accepts this SQL')}</span>
        </Inline>
      )}
    </Stack>
  )
}
