import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { encodingOf } from './encoding.ts'

const folder = mkdtempSync(join(tmpdir(), 'encoding-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A row of 8 bytes with the line feed: reads of 1 MiB end within characters in files that begin with another byte. */
const ROW = 'é,é,1'
const written = (name: string, ...parts: readonly (string | Uint8Array)[]) => {
  const file = join(folder, name)
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part as string))))
  return file
}

it('names the line of the first bytes that are not UTF-8, also after several reads', async () => {
  const rows = 400_000
  const file = written('late.csv', 'x', `${ROW}\n`.repeat(rows), 'é,', new Uint8Array([0xe9]), '\n')
  expect(await encodingOf(file)).toEqual({ encoding: 'windows-1252', lineNotUtf8: rows + 1 })
})

it('accepts characters at the ends of reads, and rejects an incomplete one at the end of the file', async () => {
  const rows = `x${`${ROW}\n`.repeat(400_000)}`
  expect(await encodingOf(written('valid.csv', rows))).toEqual({ encoding: 'utf-8' })
  const incomplete = written('incomplete.csv', rows, new Uint8Array([0xc3]))
  expect(await encodingOf(incomplete)).toEqual({ encoding: 'windows-1252', lineNotUtf8: 400_001 })
  expect(await encodingOf(incomplete, true)).toEqual({ encoding: 'utf-8' })
})
