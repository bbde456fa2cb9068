import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CsvShape, lineOfRow } from './csv-lines.ts'

const plain: CsvShape = { delimiter: ',', quote: '"', escape: '"', skip: 0, hasHeader: true, columnCount: 2 }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-lines-'))
})
afterAll(() => rm(folder, { recursive: true }))

it.each<[string, string, Partial<CsvShape>, number, number]>([
  ['stands below the head', 'a,b\n1,2\n3,4\n', {}, 2, 3],
  ['is the first where there is no head', '1,2\n3,4\n', { hasHeader: false }, 1, 1],
  ['stands below blank lines', 'a,b\n\n1,2\n\n\n3,4\n', {}, 2, 6],
  ['stands below blank lines of another system', 'a,b\r\n\r\n1,2\r\n\r\n3,4\r\n', {}, 2, 5],
  ['stands below what is passed over, blank or not', 'made today\n\na,b\n\n1,2\n', { skip: 2 }, 1, 5],
  ['begins where its first field does', 'a,b\n1,"x\n\ny"\n3,4\n', {}, 1, 2],
  ['stands below fields of several lines', 'a,b\n1,"x\n\ny"\n3,4\n', {}, 2, 5],
  ['stands below a quote written twice', 'a,b\n1,"x""\n"\n3,4\n', {}, 2, 4],
  ['stands below a quote that is escaped', "a,b\n1,'x\\'\n'\n3,4\n", { quote: "'", escape: '\\' }, 2, 4],
  ['stands below a quote within a field, which is a mark of inches', 'a,b\n1,5"\n3,4\n', {}, 2, 3],
  ['is a blank line in a file of one column', 'a\n1\n\n3\n', { columnCount: 1 }, 3, 4],
  ['has no end of its own', 'a,b\n1,2\n\n3,4', {}, 2, 4],
])('a row %s', async (name, text, shape, row, line) => {
  const file = join(folder, `${name}.csv`)
  await writeFile(file, text)
  expect(await lineOfRow(file, { ...plain, ...shape }, row)).toBe(line)
})
