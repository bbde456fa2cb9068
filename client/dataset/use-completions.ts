import { useMemo } from 'react'
import { sqlCompletions } from '#controls/shared/completion.ts'
import { useFunctionNames } from '#controls/shared/function-names.tsx'
import type { CodeCompletion } from '#ui/input/code/completion.ts'
import type { DatasetEdit } from './edit-draft.ts'

const EMPTY = { columns: [], metrics: [] }

/** What SQL over a dataset that is being edited may be made of. */
export function useCompletions(
  edit: DatasetEdit | undefined,
  databaseId: number | undefined,
): readonly CodeCompletion[] {
  const { columns, metrics } = edit ?? EMPTY
  const functions = useFunctionNames(databaseId)
  return useMemo(() => sqlCompletions({ columns, metrics, functions }), [columns, metrics, functions])
}
