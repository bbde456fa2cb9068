import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { datasetMade } from './new-datasets.ts'
import { ApiError } from '#calls/call.ts'
import type { LoadedColumn } from './column-edits.ts'
import { type FileUpload, type UploadWait, uploadFile } from '#calls/uploads.ts'

interface Load {
  readonly databaseId: number
  readonly upload: FileUpload
  readonly columns: readonly LoadedColumn[]
}

/** Bytes of a file that are sent. */
export interface SentBytes {
  readonly sent: number
  readonly total: number
}

/** Sends a file to a database; it becomes a dataset with these columns. */
export type SendUpload = (
  databaseId: number,
  upload: FileUpload,
  wait: UploadWait,
  columns: readonly LoadedColumn[],
) => Promise<{ dataset_id: number }>

/** A load of a file, one at a time. It stops when the component leaves the page. */
export function useUploadLoad(onLoaded: (datasetId: number) => void, send: SendUpload = uploadFile) {
  const client = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [sent, setSent] = useState<SentBytes>()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ databaseId, upload, columns }: Load) => {
      const controller = new AbortController()
      running.current = controller
      setSent(undefined)
      const onSent = (bytes: number, total: number) => setSent({ sent: bytes, total })
      return send(databaseId, upload, { signal: controller.signal, onSent }, columns)
    },
    onSuccess: ({ dataset_id }) => {
      datasetMade(dataset_id)
      running.current = undefined
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onLoaded(dataset_id)
    },
    onError: () => {
      running.current = undefined
    },
  })
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  const isStopped = error instanceof ApiError && error.kind === 'abort'
  return {
    load: mutate,
    reset,
    stop,
    sent,
    isPending,
    isRunning: () => running.current !== undefined,
    isStopped,
    error: isStopped ? undefined : (error ?? undefined),
  }
}
