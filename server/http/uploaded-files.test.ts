import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asApiError } from '#server/store/as-api-error.ts'
import { readForm } from './read-form.ts'
import { UploadedFiles } from './uploaded-files.ts'

const LIMIT = 20
let folder: string
const app = Fastify()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-kept-'))
  await app.register(multipart)
  app.route({ method: 'POST', url: '/', handler: reported })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the content of a form, or why it is rejected. */
async function reported(request: FastifyRequest) {
  const disk = new UploadedFiles(join(folder, 'files'))
  try {
    const { fields, files, storedFiles: cached } = await readForm(request, LIMIT, disk)
    const read = cached.map(({ path, ...head }) => [head, readFileSync(path, 'utf8'), readdirSync(join(path, '..'))])
    return { fields, files, read }
  } catch (error) {
    const fault = asApiError(error)
    return { code: fault?.code, message: fault?.message }
  } finally {
    await disk.drop()
  }
}

const file = (name: string, text: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n`

async function post(body: string) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload: body })
  expect(readdirSync(join(folder, 'files'))).toEqual([])
  return answer.json()
}

it('stores each file of a form in a separate folder, and deletes it afterwards', async () => {
  const field = '--x\r\nContent-Disposition: form-data; name="table_name"\r\n\r\nsales\r\n'
  const head = { filename: 'a.csv', type: 'text/csv' }
  expect(await post(`${field}${file('file', 'n\n1\n')}${file('other', '')}--x--\r\n`)).toEqual({
    fields: { table_name: 'sales' },
    files: [],
    read: [
      [{ field: 'file', ...head }, 'n\n1\n', ['file']],
      [{ field: 'other', ...head }, '', ['file']],
    ],
  })
})

it.each([
  ['one that is too large', `${file('file', 'n'.repeat(LIMIT + 1))}--x--\r\n`, 'upload-too-large'],
  [
    'several that are too large together',
    `${file('a', 'n'.repeat(15))}${file('b', 'n'.repeat(15))}--x--\r\n`,
    'upload-too-large',
  ],
  ['one that is truncated', file('file', 'n\n1').slice(0, -2), 'request-wrong'],
])('keeps no file of a rejected form: %s', async (_what, body, code) => {
  expect(await post(body)).toMatchObject({ code })
})
