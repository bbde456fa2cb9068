import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Command } from './command.ts'
import { commands } from './index.ts'

const head = `# Command line

\`\`\`
npm run facet -- --help
\`\`\`

The command takes one of the names below in place of \`--help\`. \`node scripts/facet.mjs\` does the same from any folder. The
commands read the settings of the server, above all \`FACET_HOME\` or \`DATABASE_URL\`. Results go to standard output, messages
to standard error. [Operations](../operate/operations.md) explains the tasks.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | rejected or failed; the message says why |
| 2 | wrong usage |
| 130 | stopped at a question |

The source is \`server/commands\`. A test compares it with this page; after \`npm install\`, \`npx vitest run server/commands/help -u\`
regenerates the page.
`

function sectionOf({ name, takes, meaning, options }: Command): string {
  const rows = Object.entries(options).map(([option, { value, isMany, meaning: what }]) => {
    const call = [`--${option}`, ...(value === undefined ? [] : [value])].join(' ')
    return `| \`${call}\` | ${what}.${isMany ? ' May be repeated.' : ''} |`
  })
  const table = rows.length === 0 ? [] : ['', '| option | meaning |', '| --- | --- |', ...rows]
  return ['', `## ${[name, ...takes].join(' ')}`, '', `${meaning}.`, ...table, ''].join('\n')
}

it('command-line.md lists every command with its options, and no other', async () => {
  const page = fileURLToPath(new URL('../../docs/reference/command-line.md', import.meta.url))
  expect(existsSync(page)).toBe(true)
  await expect(`${head}${commands.map(sectionOf).join('')}`).toMatchFileSnapshot(page)
})
