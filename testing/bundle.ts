import { strToU8, zipSync } from 'fflate'
import type { Client } from './app.ts'

/** Returns the files of a bundle, by path below its root, as a ZIP file. */
export function zip(files: Readonly<Record<string, string>>, root = 'dashboard_export_20220501T123456/'): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [root + path, strToU8(text)])))
}

/** Posts a bundle to `/api/v1/{resource}/import/` like an older client. */
export function upload(
  client: Pick<Client, 'post'>,
  resource: string,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  name = 'formData',
): ReturnType<Client['post']> {
  const boundary = 'between-the-parts'
  const part = (head: string, body: Uint8Array | string) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body as string),
    Buffer.from('\r\n'),
  ]
  const parts = Object.entries(fields).flatMap(([key, value]) => part(`name="${key}"`, value))
  const file = part(`name="${name}"; filename="bundle.zip"\r\nContent-Type: application/zip`, bytes)
  return client.post(
    `/api/v1/${resource}/import/`,
    Buffer.concat([...parts, ...file, Buffer.from(`--${boundary}--\r\n`)]),
    { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
  )
}
