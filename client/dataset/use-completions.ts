import { useMemo } from 'react'
import { sqlCompletions } from '#controls/shared/completion.ts'
import { useFunctionNames } from '#controls/shared/function-names.tsx'
import type { CodeCompletion } from '#ui/input/code/completion.ts'
import type { DatasetEdit } from './edit-draft.ts'

const EMPTY = { columns: [], metrics: [] }

/** Returns the code completions for SQL on a dataset being edited. */
export function useCompletions(
  edit: DatasetEdit | undefined,
  databaseId: number | undefined,
): readonly CodeCompletion[] {
  const { columns, metrics } = edit ?? EMPTY
  const functions = useFunctionNames(databaseId)
  return useMemo(() => sqlCompletions({ columns, metrics, functions }), [columns, metrics, functions])
}
