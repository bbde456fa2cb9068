import { useMemo, useState } from 'react'
import { hasErrorCode } from '#calls/call.ts'
import { type DatabaseResponse, listUploadSchemas } from '#calls/databases.ts'
import type { FileUpload, UploadChoices } from '#calls/uploads.ts'
import type { UploadPreview } from '#core/rest/upload.ts'
import {
  type ColumnEdit,
  type ColumnEdits,
  columnPlan,
  editColumn,
  editedColumns,
  hasNoColumns,
  loadedColumns,
  nameErrors,
} from './column-edits.ts'
import { tableNameOf } from './table-name.ts'
import { badCellsOf, uploadQuestions } from './upload-problem.ts'
import type { BadCellChoice } from './UploadProblem.tsx'
import { type SendUpload, useUploadLoad } from './use-upload-load.ts'
import { useUploadPreview } from './use-upload-preview.ts'
import { useQuery } from '@tanstack/react-query'

/** The target schema of an upload. */
interface UploadSchema {
  /** The schemas that the database offers for uploads. */
  readonly schemas: readonly string[]
  /** The selected schema, or the first; undefined if the database offers none. */
  readonly schema: string | undefined
  /** True if the schemas have loaded or failed to load. */
  readonly isSettled: boolean
}

/** Returns the target schema for uploads into a database. */
function useUploadSchema(databaseId: number | undefined, chosen: string | undefined): UploadSchema {
  const { data: schemas = [], isPending } = useQuery({
    queryKey: ['upload schemas', databaseId],
    queryFn: () => listUploadSchemas(databaseId as number),
    enabled: databaseId !== undefined,
    retry: false,
    staleTime: Infinity,
  })
  const schema = chosen !== undefined && schemas.includes(chosen) ? chosen : schemas[0]
  return { schemas, schema, isSettled: !isPending }
}

/** Returns the options that load a file as its preview shows it. The user's choices take precedence. */
function loadChoices(found: UploadPreview | undefined, choices: UploadChoices): UploadChoices {
  if (found === undefined) return choices
  const { type, sheet, encoding, delimiter, has_header, date_order, report } = found
  return {
    ...(sheet !== null && { sheet }),
    ...(type === 'csv' && { encoding, delimiter }),
    ...(type !== 'columnar' && { hasHeader: has_header }),
    ...(date_order !== null && { dateOrder: date_order }),
    ...(report.counts.long > 0 && { badRows: 'skip' as const }),
    ...choices,
  }
}

/** The user's choices for a file. */
function useUploadChoices(file: File, targets: readonly DatabaseResponse[]) {
  const [chosenId, setDatabaseId] = useState<number>()
  const [choices, setChoices] = useState<UploadChoices>({})
  const [edits, setEdits] = useState<ColumnEdits>({})
  const [badCells, setBadCells] = useState<BadCellChoice>()
  const [table, setTable] = useState(() => tableNameOf(file.name))
  const [existing, setExisting] = useState<FileUpload['existing']>('fail')
  const database = targets.find(({ id }) => id === chosenId) ?? targets[0]
  return {
    database,
    setDatabaseId,
    choices,
    setChoices,
    edits,
    setEdits,
    badCells,
    setBadCells,
    table,
    setTable,
    existing,
    setExisting,
  }
}

/** The invalid values listed by the load or the preview. The list of a load stays until another setting changes. */
function useBadCells(errors: readonly (Error | undefined)[], planned: UploadPreview | undefined) {
  const [last, setLast] = useState<Error>()
  const error = errors.find((each) => badCellsOf(each) !== undefined)
  if (error !== undefined && error !== last) setLast(error)
  return { list: badCellsOf(error ?? last) ?? planned?.report.bad_cells, forget: () => setLast(undefined) }
}

/** The state of one file from its selection to its dataset. */
export function useUploadDialog(
  file: File,
  targets: readonly DatabaseResponse[],
  onLoaded: (datasetId: number) => void,
  send?: SendUpload,
) {
  const chosen = useUploadChoices(file, targets)
  const { database, edits, badCells, table, existing } = chosen
  const uploadSchema = useUploadSchema(database?.id, chosen.choices.schema)
  const { schema } = uploadSchema
  const choices = useMemo(() => ({ ...chosen.choices, ...(schema && { schema }) }), [chosen.choices, schema])
  const databaseId = uploadSchema.isSettled ? database?.id : undefined
  const preview = useUploadPreview({ databaseId, file, schema, choices: chosen.choices, edits, badCells })
  const loading = useUploadLoad(onLoaded, send)
  const { found, planned } = preview
  const bad = useBadCells([loading.error, preview.error], planned)
  const questions = [...uploadQuestions(loading.error), ...uploadQuestions(preview.error)]
  const names = found?.column_names ?? []
  const hasColumns = nameErrors(edits, names).size === 0 && !hasNoColumns(edits, names)
  const loaded = found ? loadedColumns(found, planned, edits) : []
  const isTaken = hasErrorCode(loading.error, 'upload-table-exists')
  const change = (apply: () => void) => {
    loading.reset()
    bad.forget()
    chosen.setBadCells(undefined)
    apply()
  }
  const isDecided =
    questions.every(({ field }) => choices.answers?.[field] !== undefined) && (!bad.list || badCells !== undefined)
  const isShown = preview.isCurrent || (preview.isBeginning && !preview.isFetching)
  const isReady = database !== undefined && isShown && isDecided && hasColumns && table.trim() !== ''
  const load = (target: Pick<FileUpload, 'table' | 'existing'>) => {
    if (!isReady || loading.isPending) return
    const plan = columnPlan(edits, names)
    const read = { ...loadChoices(found, choices), ...(badCells && { badCells }) }
    const upload = { ...read, ...(plan.length > 0 && { columnPlan: plan }), ...target, file }
    loading.load({ databaseId: database.id, upload, columns: loaded })
  }
  const isExplained = isTaken || questions.length > 0 || bad.list !== undefined
  return {
    chosen,
    uploadSchema,
    preview,
    loading,
    questions,
    isTaken,
    isReady,
    load,
    badCells: bad.list,
    /** The columns as they would be loaded. */
    loaded,
    columns: found && editedColumns(found, planned, edits),
    /** A failure not shown elsewhere. */
    problem: isExplained ? undefined : (loading.error ?? preview.error)?.message,
    loadIt: () => load({ table: table.trim(), existing }),
    choose: (choice: UploadChoices) => change(() => chosen.setChoices({ ...choices, ...choice })),
    edit: (source: string, columnEdit: ColumnEdit) =>
      change(() => chosen.setEdits(editColumn(edits, source, columnEdit))),
    answer: (field: string, value: string) =>
      chosen.setChoices({ ...choices, answers: { ...choices.answers, [field]: value } }),
  }
}

export type UploadDialogState = ReturnType<typeof useUploadDialog>
