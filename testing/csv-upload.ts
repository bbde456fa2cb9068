import type { Client } from './app.ts'

/** Posts a CSV file to `/api/v1/database/{id}/upload/`, or its preview, with the fields of its form. */
export function uploadCsv(
  client: Pick<Client, 'post'>,
  database: number,
  text: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  filename = 'sales.csv',
  act: 'upload' | 'upload_preview' = 'upload',
): ReturnType<Client['post']> {
  const boundary = 'between-the-parts'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return client.post(`/api/v1/database/${database}/${act}/`, payload, { headers })
}
