import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const HEAD = '--x\r\nContent-Disposition: form-data; name="formData"; filename="a.zip"\r\n\r\n'
const forms: readonly (readonly [string, string, string])[] = [
  ['no bytes', 'x', ''],
  ['a missing boundary', 'other', `${HEAD}PK\r\n--x--\r\n`],
  ['a part that does not end', 'x', `${HEAD}PK`],
  ['a last part without its end', 'x', `${HEAD}PK\r\n--x`],
  ['a part without headers', 'x', '--x\r\n\r\nPK\r\n--x--'],
  ['invalid part headers', 'x', '--x\r\n\0: \0\r\n\r\nPK\r\n--x--\r\n'],
  [
    'a field named as a prototype',
    'x',
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
  ],
]

describe.each(['/api/v1/dashboard/import/', '/api/v1/database/1/upload/', '/superset/explore_json/'])(
  '%s rejects an incomplete multipart form',
  (url) => {
    it.each(forms)('%s', async (_what, boundary, body) => {
      if (url.includes('upload')) await fixture.database({ allow_file_upload: true })
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      const { statusCode, body: said } = await admin.post(url, Buffer.from(body), { headers })
      expect([statusCode >= 400, statusCode < 500, said.includes('Fatal')], said).toEqual([true, true, false])
      expect(fixture.logged).toEqual([])
    })

    it('a missing boundary', async () => {
      const answer = await admin.post(url, Buffer.from(HEAD), { headers: { 'content-type': 'multipart/form-data' } })
      expect([answer.statusCode, answer.body.includes('Fatal')]).toEqual([400, false])
      expect(fixture.logged).toEqual([])
    })
  },
)
