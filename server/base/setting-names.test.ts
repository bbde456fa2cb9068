import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import settings from './settings.json' with { type: 'json' }

const head = `# Settings

Settings are environment variables. \`npm start -- --help\` prints the same list. A variable that begins with \`FACET_\` and is
not listed is named at the start, with the closest name.

The source is \`server/base/settings.json\`. A test compares it with this page; after \`npm install\`,
\`npx vitest run server/base/setting-names -u\` regenerates the page. [Feature flags](flags.md) have a page of their own.

| setting | default | meaning | example |
| --- | --- | --- | --- |
`

it('settings.md lists every setting with its default, and no other', async () => {
  const rows = settings.map(
    ({ name, default: value, meaning, example }) =>
      `| \`${name}\` | ${value === null ? '' : `\`${value}\``} | ${meaning}. | \`${example}\` |\n`,
  )
  const page = fileURLToPath(new URL('../../docs/reference/settings.md', import.meta.url))
  expect(existsSync(page)).toBe(true)
  await expect(`${head}${rows.join('')}`).toMatchFileSnapshot(page)
})
