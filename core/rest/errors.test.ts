import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { errors } from './errors.ts'
import { issuesOf } from './issues.ts'

const head = `# Errors

Every failure has a code. The server answers with the status, names the code in the header \`x-facet-error\`, and puts
the message into the body of its family: \`message\` is \`{"message": ...}\`, \`errors\` is \`{"errors": [...]}\` with
\`error_type\`, \`level\` and numbered issues, \`msg\` is \`{"msg": ...}\`. Where fields are wrong, the message is a map of
messages by field. \`%s\` stands for an argument. \`extra\` holds \`code\` and \`args\`, from which the browser says the message
in its language: that of the entry in \`{"errors": [...]}\`, else that beside \`message\` or \`msg\`; a message without
arguments goes without, for the header names it. What has no header, a frame of a batch, always has them. Detail says whether the cause, the SQL and extra facts may be shown.

The source is \`core/rest/errors.ts\`. A test compares it with this page; after \`npm install\`, \`npx vitest run core/rest/errors -u\` writes the
page anew.

| code | status | error_type | level | issues | body | message | what to do | detail |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

it('is described row by row in docs/reference/errors.md, and nothing else is', async () => {
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

it('says what happened and what to do in whole sentences, and hides the detail of failures of our own', () => {
  for (const [code, row] of Object.entries(errors)) {
    expect([code, row.message.trim().length > 0, /^[A-Z].*\.$/.test(row.remedy)]).toEqual([code, true, true])
    if (row.status === 500) expect([code, row.detail]).toEqual([code, false])
    if (row.status !== 0) expect([code, row.status >= 400 && row.status < 600]).toEqual([code, true])
  }
})
