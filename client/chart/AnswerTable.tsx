import type { ColumnsEntry } from '#core/query/result.ts'
import { ResultTable } from './ResultTable.tsx'
import { useResultRows } from './use-result-rows.ts'

/** All rows of an answer. */
export function AnswerTable({ answer, label }: { readonly answer: ColumnsEntry; readonly label: string }) {
  return <ResultTable of={useResultRows(answer)} label={label} />
}
