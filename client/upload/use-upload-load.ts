import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { recordNewDataset } from './new-datasets.ts'
import { ApiResponseError } from '#calls/call.ts'
import { type FileUpload, listUploads, removeUpload, type UploadWait, uploadFile } from '#calls/uploads.ts'
import type { RunningUpload } from '#core/rest/upload.ts'
import type { LoadedColumn } from './column-edits.ts'
import { ownUploads } from './own-uploads.ts'
import { UPLOAD_POLL_MS } from './upload-progress.ts'

interface Load {
  readonly databaseId: number
  readonly upload: FileUpload
  readonly columns: readonly LoadedColumn[]
}

/** The bytes of a file sent so far. */
export interface UploadedBytes {
  readonly sent: number
  readonly total: number
}

interface RunningLoad {
  /** The key under which the upload is listed. */
  readonly key: string
  readonly controller: AbortController
}

/** Stops a load here and on the server, which would otherwise continue. */
function stopLoad({ key, controller }: RunningLoad): void {
  controller.abort()
  removeUpload(key).catch(() => {})
}

/** Returns the server's state of an upload while it loads the rows; undefined if there is no key. */
export function useLoadProgress(key: string | undefined): RunningUpload | undefined {
  const { data } = useQuery({
    queryKey: ['progress of an upload', key],
    queryFn: async ({ signal }) => (await listUploads(signal)).find((each) => each.key === key) ?? null,
    enabled: key !== undefined,
    retry: false,
    refetchInterval: UPLOAD_POLL_MS,
    gcTime: 0,
  })
  return data ?? undefined
}

/** Sends a file to a database, which creates a dataset with these columns. */
export type SendUpload = (
  databaseId: number,
  upload: FileUpload,
  wait: UploadWait,
  columns: readonly LoadedColumn[],
) => Promise<{ dataset_id: number }>

/** Loads a file, one at a time. The load stops when the component unmounts; a reload of the page does not stop it. */
export function useUploadLoad(onLoaded: (datasetId: number) => void, send: SendUpload = uploadFile) {
  const client = useQueryClient()
  const running = useRef<RunningLoad>(undefined)
  const [sent, setSent] = useState<UploadedBytes>()
  const [uploadKey, setUploadKey] = useState<string>()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ databaseId, upload, columns }: Load) => {
      const controller = new AbortController()
      const key = ownUploads.begin()
      running.current = { key, controller }
      setSent(undefined)
      setUploadKey(key)
      const onSent = (bytes: number, total: number) => setSent({ sent: bytes, total })
      return send(databaseId, upload, { signal: controller.signal, onSent, key }, columns)
    },
    onSuccess: ({ dataset_id }) => {
      const { key } = running.current ?? {}
      // The result is shown here, so it is removed from the list.
      if (key !== undefined) removeUpload(key).catch(() => {})
      recordNewDataset(dataset_id)
      running.current = undefined
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onLoaded(dataset_id)
    },
    onError: (failure) => {
      const { key } = running.current ?? {}
      running.current = undefined
      if (key === undefined) return
      const isLost = failure instanceof ApiResponseError && failure.kind === 'network'
      if (isLost) ownUploads.release(key)
      else removeUpload(key).catch(() => {})
    },
  })
  const stop = () => {
    if (running.current) stopLoad(running.current)
  }
  useEffect(
    () => () => {
      if (running.current) stopLoad(running.current)
    },
    [],
  )
  const isStopped = error instanceof ApiResponseError && error.kind === 'abort'
  return {
    load: mutate,
    reset,
    stop,
    sent,
    uploadKey,
    isPending,
    isRunning: () => running.current !== undefined,
    isStopped,
    error: isStopped ? undefined : (error ?? undefined),
  }
}
