import type { ColumnarResult } from '#core/query/result.ts'
import type { ResultDisplay } from './result-display.ts'
import { ResultTable } from './ResultTable.tsx'
import { useResultRows } from './use-result-rows.ts'

interface Props {
  readonly answer: ColumnarResult
  readonly label: string
  /** How the rows are formatted; by default as stored. */
  readonly look?: ResultDisplay | undefined
}

/** All rows of a result. */
export function FullResultTable({ answer, label, look }: Props) {
  return <ResultTable of={useResultRows(answer, '', look)} label={label} />
}
