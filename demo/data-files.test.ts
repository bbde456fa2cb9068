import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#testing/tree.ts'
import { demoTables } from './tables.ts'

const data = join(root, 'demo/data')

/** Returns the SHA-1 that git computes for a file, as listed in the catalog. */
function sha1(file: string): string {
  const bytes = readFileSync(join(data, file))
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

interface Catalogue {
  readonly resources: readonly { readonly path: string; readonly hash: string; readonly licenses: readonly object[] }[]
}

it('the files of vega-datasets are as its catalogue has them, each with its terms', () => {
  const { resources } = JSON.parse(readFileSync(join(data, 'vega/datapackage.json'), 'utf8')) as Catalogue
  const wanted = demoTables.filter(({ folder }) => folder === 'vega').map(({ file }) => file)
  expect(resources.map(({ path }) => path).toSorted()).toEqual(wanted.toSorted())
  for (const { path, hash, licenses } of resources) {
    expect(`sha1:${sha1(`vega/${path}`)}`, path).toBe(hash)
    expect(licenses.length, path).toBeGreaterThan(0)
  }
})

it('the pizzas are as Observable gave them', () => {
  expect(sha1('observable/pizza.csv')).toBe('e946ee9a33fc7c20ade6ece67859609d2cd2e47c')
})

it('every folder has a notice that names each file, and no file is unused', () => {
  for (const folder of readdirSync(data)) {
    const notice = readFileSync(join(data, folder, 'NOTICE.md'), 'utf8')
    const read = demoTables.filter((table) => table.folder === folder).map(({ file }) => file)
    const papers = ['NOTICE.md', 'LICENSE', 'datapackage.json'].filter((name) => existsSync(join(data, folder, name)))
    expect(readdirSync(join(data, folder)).toSorted()).toEqual([...read, ...papers].toSorted())
    for (const name of [...read, ...papers.slice(1)]) expect(notice).toContain(`\`${name}\``)
  }
})
