import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { errors } from './errors.ts'
import { issuesOf } from './issues.ts'

const head = `# Errors

Every error has a code. The server responds with the status, the code in the header \`x-facet-error\`, and the message in a
body of one of three forms:

| body | form |
| --- | --- |
| \`message\` | \`{"message": ...}\` |
| \`errors\` | \`{"errors": [...]}\` with \`error_type\`, \`level\` and numbered issues |
| \`msg\` | \`{"msg": ...}\` |

For invalid fields, the message is a map of messages by field. \`%s\` is an argument. The browser translates the message by
\`code\` and \`args\` of \`extra\`, which is in the entry of \`errors\`, or next to \`message\` or \`msg\`. A message without arguments
has no \`extra\`, because the header has the code. A frame of a batch has no header, and therefore always has \`extra\`. Detail
says whether the cause, the SQL and further details may be shown.

The source is \`core/rest/errors.ts\`. A test compares it with this page; after \`npm install\`, \`npx vitest run core/rest/errors -u\` regenerates the
page.

| code | status | error_type | level | issues | body | message | what to do | detail |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

it('the catalogue is described row by row in docs/reference/errors.md, without further rows', async () => {
  const rows = Object.entries(errors).map(([code, row]) => [
    `\`${code}\``,
    row.status === 0 ? 'browser' : String(row.status),
    row.type,
    row.level,
    issuesOf[row.type].join(', ') || '-',
    row.body,
    row.message,
    row.remedy,
    row.detail ? 'yes' : 'no',
  ])
  const page = fileURLToPath(new URL('../../docs/reference/errors.md', import.meta.url))
  expect(existsSync(page)).toBe(true)
  await expect(`${head}${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`).toMatchFileSnapshot(page)
})

it('states the problem and the remedy in full sentences, and hides details of internal errors', () => {
  for (const [code, row] of Object.entries(errors)) {
    expect([code, row.message.trim().length > 0, /^[A-Z].*\.$/.test(row.remedy)]).toEqual([code, true, true])
    if (row.status === 500) expect([code, row.detail]).toEqual([code, false])
    if (row.status !== 0) expect([code, row.status >= 400 && row.status < 600]).toEqual([code, true])
  }
})
