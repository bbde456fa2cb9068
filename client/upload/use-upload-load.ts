import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#calls/call.ts'
import { type FileUpload, removeUpload, uploadFile } from '#calls/uploads.ts'
import { ownUploads } from './own-uploads.ts'

interface Load {
  readonly databaseId: number
  readonly upload: FileUpload
}

/** Bytes of a file that are sent. */
export interface SentBytes {
  readonly sent: number
  readonly total: number
}

interface Running {
  readonly key: string
  readonly controller: AbortController
}

/** Stops a load here and on the server, which would go on without its page. */
function stopLoad({ key, controller }: Running): void {
  controller.abort()
  removeUpload(key).catch(() => {})
}

/** A load of a file, one at a time. It stops when the component leaves the page; a reload of the page does not stop it. */
export function useUploadLoad(onLoaded: (datasetId: number) => void) {
  const client = useQueryClient()
  const running = useRef<Running>(undefined)
  const [sent, setSent] = useState<SentBytes>()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ databaseId, upload }: Load) => {
      const controller = new AbortController()
      const key = ownUploads.begin()
      running.current = { key, controller }
      setSent(undefined)
      const onSent = (bytes: number, total: number) => setSent({ sent: bytes, total })
      return uploadFile(databaseId, upload, { signal: controller.signal, onSent, key })
    },
    onSuccess: ({ dataset_id }) => {
      // The result is shown here, and is no news for the list.
      if (running.current) removeUpload(running.current.key).catch(() => {})
      running.current = undefined
      void client.invalidateQueries({ queryKey: ['list', 'dataset'] })
      onLoaded(dataset_id)
    },
    onError: (failure) => {
      const { key } = running.current ?? {}
      running.current = undefined
      if (key === undefined) return
      const isLost = failure instanceof ApiError && failure.kind === 'network'
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
