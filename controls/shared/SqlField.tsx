import { useMemo } from 'react'
import { sqlCompletions } from './completion.ts'
import { useFunctionNames } from './function-names.tsx'
import type { ControlContext } from '#controls/control.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'

export interface SqlFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (sql: string) => void
  readonly context: ControlContext
}

/** Lines an editor shows in a popover. */
const LEAST_LINES = 2
const MOST_LINES = 6

/** An SQL expression with completions from the dataset below it. */
export function SqlField({ label, value, onChange, context }: SqlFieldProps) {
  const { columns, metrics, databaseId } = context.dataset
  const functions = useFunctionNames(databaseId)
  const completions = useMemo(() => sqlCompletions({ columns, metrics, functions }), [columns, metrics, functions])
  return (
    <CodeEditor
      label={label}
      value={value}
      onChange={onChange}
      language="sql"
      completions={completions}
      minLines={LEAST_LINES}
      maxLines={MOST_LINES}
    />
  )
}
