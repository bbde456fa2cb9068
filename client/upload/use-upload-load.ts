import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#calls/call.ts'
import { type FileUpload, uploadFile } from '#calls/uploads.ts'

interface Load {
  readonly databaseId: number
  readonly upload: FileUpload
}

/** Bytes of a file that are sent. */
export interface SentBytes {
  readonly sent: number
  readonly total: number
}

/** A load of a file, one at a time. It stops when the component leaves the page. */
export function useUploadLoad(onLoaded: (datasetId: number) => void) {
  const client = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [sent, setSent] = useState<SentBytes>()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ databaseId, upload }: Load) => {
      const controller = new AbortController()
      running.current = controller
      setSent(undefined)
      const onSent = (bytes: number, total: number) => setSent({ sent: bytes, total })
      return uploadFile(databaseId, upload, { signal: controller.signal, onSent })
    },
    onSuccess: ({ dataset_id }) => {
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
