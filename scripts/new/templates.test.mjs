import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#testing/tree.ts'

/** Folders of the parts whose templates import from the folder above. */
const FOLDERS = new Map([
  ['engine.mjs', 'server/engines/wind'],
  ['filter.mjs', 'filters/filter_wind'],
])

/**
 * Returns the imports from modules of the product in a text; interpolated names are left out.
 * @param {string} text
 * @param {string} [folder] to which relative imports refer; without it they are left out
 */
const importsOf = (text, folder) =>
  [...text.matchAll(/import (?:type )?\{([^\n]*?)\} from '(#|\.\.\/)([^'$]+)'/g)]
    .filter(([, , start]) => start === '#' || folder !== undefined)
    .map(([, names = '', start, path = '']) => ({
      names: names
        .split(',')
        .map((name) => name.replace(/^\s*type\s/, '').trim())
        .filter((name) => !name.includes('$')),
      path: start === '#' ? path : join(folder ?? '', '..', path),
    }))

/**
 * @param {string} path
 * @param {string} name
 */
const isExported = (path, name) =>
  existsSync(join(root, path)) &&
  new RegExp(
    `^export (async function|abstract class|class|const|function|interface|type) ${name}\\b|^export (type )?\\{[^}]*\\b${name}\\b`,
    'm',
  ).test(readFileSync(join(root, path), 'utf8'))

// `new.test.mjs` compiles what the templates create, in the extended set only.
it('templates import names that exist', () => {
  const imports = readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith('.test.mjs'))
    .flatMap((file) => importsOf(readFileSync(join(import.meta.dirname, file), 'utf8'), FOLDERS.get(file)))
  expect(imports.length).toBeGreaterThan(40)
  const missing = imports.flatMap(({ names, path }) =>
    names.filter((name) => !isExported(path, name)).map((name) => `${name} of ${path}`),
  )
  expect(missing).toEqual([])
})
