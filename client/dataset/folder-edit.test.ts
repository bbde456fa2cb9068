import { expect, it } from 'vitest'
import type { DatasetFolder, FolderPart } from '#core/rest/dataset-folders.ts'
import { addFolder, changeFolder, moveEntry, moveFolder, movePart, removeEntry, withoutMissing } from './folder-edit.ts'

const column = (name: string): FolderPart => ({ type: 'column', uuid: name, name })
const folder = (uuid: string, ...children: DatasetFolder['children']): DatasetFolder => ({
  type: 'folder',
  uuid,
  name: uuid,
  description: null,
  children,
})

/** Prints folders as text: `a(x b(y))`. */
const print = (children: DatasetFolder['children']): string =>
  children.map((each) => (each.type === 'folder' ? `${each.name}(${print(each.children)})` : each.name)).join(' ')

const folders = [folder('a', column('x'), folder('b', column('y'))), folder('c')]

it.each<[string, readonly DatasetFolder[], string]>([
  ['adds a folder at the top level', addFolder(folders, 'd', 'd'), 'a(x b(y)) c() d()'],
  ['adds a folder in a folder', addFolder(folders, 'd', 'd', 'b'), 'a(x b(y d())) c()'],
  ['renames an inner folder', changeFolder(folders, 'b', { name: 'n' }), 'a(x n(y)) c()'],
  ['removes a folder with its folders', removeEntry(folders, 'a'), 'c()'],
  ['removes a column from an inner folder', removeEntry(folders, 'y'), 'a(x b()) c()'],
  ['moves a folder up', moveEntry(folders, 'c', -1), 'c() a(x b(y))'],
  ['moves an entry down', moveEntry(folders, 'x', 1), 'a(b(y) x) c()'],
  ['leaves the first entry first', moveEntry(folders, 'x', -1), 'a(x b(y)) c()'],
  ['moves a folder into another one', moveFolder(folders, 'a', 'c'), 'c(a(x b(y)))'],
  ['moves a folder to the top level', moveFolder(folders, 'b', undefined), 'a(x) c() b(y)'],
  ['leaves a folder that would move into itself', moveFolder(folders, 'a', 'b'), 'a(x b(y)) c()'],
  ['moves a column from its folder to another one', movePart(folders, column('x'), 'b'), 'a(b(y x)) c()'],
  ['drops columns that no longer exist', withoutMissing(folders, new Set(['x'])), 'a(x b()) c()'],
])('%s', (_, changed, expected) => {
  expect(print(changed)).toBe(expected)
})
