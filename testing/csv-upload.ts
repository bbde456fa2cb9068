import type { Client } from './app.ts'

type Poster = Pick<Client, 'post'>
type Fields = Readonly<Record<string, string>>

/** Posts a file and the fields of its form to a URL. */
export function postFile(
  client: Poster,
  address: string,
  {
    field = 'file',
    filename,
    bytes,
  }: { readonly field?: string; readonly filename: string; readonly bytes: string | Uint8Array },
  fields: Fields = {},
): ReturnType<Client['post']> {
  const boundary = 'between-the-parts'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return client.post(address, payload, { headers })
}

/** Posts a CSV file and the fields of its form to `/api/v1/database/{id}/upload/`, or to its preview. */
export function uploadCsv(
  client: Poster,
  database: number,
  text: string | Uint8Array,
  fields: Fields = {},
  filename = 'sales.csv',
  act: 'upload' | 'upload_preview' = 'upload',
): ReturnType<Client['post']> {
  return postFile(client, `/api/v1/database/${database}/${act}/`, { filename, bytes: text }, fields)
}
