import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isPreviewTruncated, previewUpload, type UploadChoices } from '#calls/uploads.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import type { BadCells, UploadPreview } from '#core/rest/upload.ts'
import { type ColumnEdits, columnPlan, nameErrors } from './column-edits.ts'

/** Milliseconds without a change before a preview is requested. */
const PREVIEW_DELAY_MS = 300

interface PreviewRequest {
  readonly databaseId: number | undefined
  readonly file: File
  /** The schema of the table; the database names it before the first preview. */
  readonly schema: string | undefined
  readonly choices: UploadChoices
  readonly edits: ColumnEdits
  readonly badCells: BadCells | undefined
}

/** The preview of a file, requested again when the options or columns change. */
export interface PreviewState {
  /** The last successful preview, without column changes. */
  readonly found: UploadPreview | undefined
  /** The preview with column changes. */
  readonly planned: UploadPreview | undefined
  readonly error: Error | undefined
  readonly isFetching: boolean
  /** True if the shown preview matches what would be loaded. */
  readonly isCurrent: boolean
  /** True if the file can be loaded without a preview, because only its beginning was read. */
  readonly isBeginning: boolean
}

/** Returns the preview of a file. The last response wins. */
export function useUploadPreview({ databaseId, file, schema, choices, edits, badCells }: PreviewRequest): PreviewState {
  const settled = useDebouncedValue(choices, PREVIEW_DELAY_MS)
  const settledChoices = useMemo(() => ({ ...settled, ...(schema !== undefined && { schema }) }), [settled, schema])
  const settledEdits = useDebouncedValue(edits, PREVIEW_DELAY_MS)
  const [last, setLast] = useState<UploadPreview>()
  const shared = { placeholderData: keepPreviousData, retry: false, staleTime: Infinity } as const
  const key = ['upload preview', databaseId, file.name, file.size, file.lastModified, settledChoices] as const
  const ask = (requested: UploadChoices, signal: AbortSignal) =>
    previewUpload(databaseId as number, file, requested, signal)
  const original = useQuery({
    ...shared,
    queryKey: key,
    queryFn: ({ signal }) => ask(settledChoices, signal),
    enabled: databaseId !== undefined,
  })
  if (original.data && original.data !== last) setLast(original.data)
  const found = original.data ?? last
  const names = found?.column_names ?? []
  const plan = nameErrors(settledEdits, names).size > 0 ? [] : columnPlan(settledEdits, names)
  const planned = useQuery({
    ...shared,
    queryKey: [...key, plan, badCells],
    queryFn: ({ signal }) => ask({ ...settledChoices, columnPlan: plan, ...(badCells && { badCells }) }, signal),
    enabled: databaseId !== undefined && original.isSuccess && plan.length > 0,
  })
  const isPlanned = plan.length > 0
  const isSettled = settled === choices && settledEdits === edits
  const error = original.error ?? (isPlanned ? planned.error : null) ?? undefined
  const isFetching = original.isFetching || (isPlanned && planned.isFetching)
  return {
    found,
    planned: isPlanned ? planned.data : undefined,
    error,
    isFetching: isFetching || !isSettled,
    isCurrent: isSettled && !isFetching && error === undefined && original.data !== undefined,
    isBeginning: isPreviewTruncated(file) && original.isError,
  }
}
