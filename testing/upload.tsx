import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { UploadDrop } from '#client/upload/UploadDrop.tsx'
import type { UploadPreview } from '#core/rest/upload.ts'
import { reader } from '#testing/dashboard.ts'
import { isOpen, press, mockResponses } from './user-input.ts'
import { stubRequests } from '#testing/request-stub.ts'
import { openSession } from '#testing/session.ts'
import { PREVIEW } from '#testing/upload-preview.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const VIEWS = ['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView']
const UPLOADS = [{ id: 7, database_name: 'Uploads', allow_file_upload: true }]

/** The fields of a form without the file. */
export type UploadFields = Readonly<Record<string, string>>

interface OpenedUpload {
  readonly preview?: (fields: UploadFields, file: File) => Partial<UploadPreview> | Response | Promise<Response>
  readonly load?: (fields: UploadFields) => Response | Promise<Response> | undefined
  readonly views?: readonly string[]
  readonly databases?: readonly object[]
  readonly schemas?: readonly string[]
  /** The share of the bytes that is sent before the response. */
  readonly share?: number
  /** Returns the uploads of the user; `key` is that of the load. */
  readonly uploads?: (key: string) => readonly object[]
}

function fieldsOf(form: FormData): UploadFields {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}

/**
 * Renders the drop zone with a server that returns these responses, and records the fields and paths of previews and
 * loads.
 */
export function openUpload({
  preview,
  load,
  views = VIEWS,
  databases = UPLOADS,
  schemas = [],
  uploads,
  share,
}: OpenedUpload = {}) {
  openSession({ user: reader(1, ...views.map((view) => ['can_this_form_get', view] as const)) })
  stubRequests(share)
  const previews: UploadFields[] = []
  const loads: UploadFields[] = []
  const paths: string[] = []
  mockResponses({
    '/api/v1/database/': async ({ path, body }: { readonly path: string; readonly body: unknown }) => {
      if (path.includes('/uploads/'))
        return { message: 'OK', result: uploads?.(loads.at(-1)?.['upload_key'] ?? '') ?? [] }
      if (path.includes('/schemas_access')) return { schemas }
      if (!path.includes('/upload')) return { result: databases, count: databases.length }
      const form = body as FormData
      const fields = fieldsOf(form)
      paths.push(path.replace(/^\/api\/v1\/database\//, ''))
      if (path.endsWith('/upload_preview/')) {
        previews.push(fields)
        const found = (await preview?.(fields, form.get('file') as File)) ?? {}
        return found instanceof Response ? found : { result: { ...PREVIEW, ...found } }
      }
      loads.push(fields)
      return (await load?.(fields)) ?? Response.json({ dataset_id: 3 }, { status: 201 })
    },
  })
  const onLoaded = vi.fn<(datasetId: number) => void>()
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <UploadDrop onLoaded={onLoaded} />
    </QueryClientProvider>,
  )
  return { previews, loads, paths, onLoaded, unmount }
}

/** Returns the response of a load that the server rejects. */
export function rejectionResponse(message: string, extra: object, code = 'upload-unreadable'): Response {
  const errors = [{ message, error_type: 'GENERIC_BACKEND_ERROR', level: 'error', extra }]
  return Response.json({ message, errors }, { status: 422, headers: { 'x-facet-error': code } })
}

/** Drops files on the zone. */
export async function dropFiles(files: readonly File[]): Promise<void> {
  const zone = await screen.findByRole('group', { name: 'Drop a file here' })
  await waitFor(() => expect(isOpen('Choose a file')).toBe(true))
  fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } })
}

/** Presses Load once the preview is shown. */
export async function pressLoad(): Promise<void> {
  await screen.findByRole('button', { name: 'Load' })
  await waitFor(() => expect(isOpen('Load')).toBe(true))
  await press('Load')
}
