import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { root } from '#testing/tree.ts'
import { programAt, scriptOf } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet programs '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (file: string) => pathToFileURL(join(folder, file)).href

it('returns the bundled script in the built product', () => {
  expect(programAt(at('main.js'), 'duckdb-child').href).toBe(at('duckdb-child.js'))
})

it('bundles a source into one script, once for each content', () => {
  writeFileSync(join(folder, 'words.ts'), "export const word: string = 'said'\n")
  writeFileSync(join(folder, 'says-child.ts'), "import { word } from './words.ts'\nconsole.log(word)\n")
  const program = fileURLToPath(programAt(at('main.ts'), 'says-child'))
  expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toBe('said\n')
  expect(program.startsWith(join(root, 'dist/programs'))).toBe(true)
  writeFileSync(join(folder, 'words.ts'), "export const word: string = 'said anew'\n")
  expect(fileURLToPath(programAt(at('main.ts'), 'says-child'))).toBe(program)
  rmSync(program)
})

it('reuses the script of another process until an input changes', () => {
  const input = join(folder, 'count.ts')
  const source = join(folder, 'counts-child.ts')
  writeFileSync(input, 'export const count: number = 1\n')
  writeFileSync(source, "import { count } from './count.ts'\nconsole.log(count)\n")
  const time = new Date('2024-05-01T12:00:00Z')
  utimesSync(input, time, time)
  const first = scriptOf(source, 'counts-child')
  // With the same size and time, the input is not read again.
  writeFileSync(input, 'export const count: number = 2\n')
  utimesSync(input, time, time)
  expect(scriptOf(source, 'counts-child')).toBe(first)
  writeFileSync(input, 'export const count: number = 22\n')
  const second = scriptOf(source, 'counts-child')
  expect(second).not.toBe(first)
  expect(execFileSync(process.execPath, [second], { encoding: 'utf8' })).toBe('22\n')
  for (const script of [first, second]) rmSync(script)
})

it('programs exclude the same packages as the bundle of the server', () => {
  const listOf = (file: string) => /EXTERNAL_PACKAGES = (\[[^\]]+\])/.exec(readFileSync(join(root, file), 'utf8'))?.[1]
  expect(listOf('server/programs/program.ts')).toBe(listOf('scripts/start/bundle-parts.mjs'))
})
