import { expect, it } from 'vitest'
import type { DatasetFolder, FolderPart } from '#core/rest/dataset-folders.ts'
import {
  addFolder,
  changeFolder,
  dropEntry,
  moveEntry,
  moveFolder,
  moveField,
  removeEntry,
  withoutMissingFields,
} from './folder-edit.ts'

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
  ['moves a column from its folder to another one', moveField(folders, column('x'), 'b'), 'a(b(y x)) c()'],
  ['drops a column before another one', dropEntry(folders, 'x', { position: 'before', uuid: 'y' }), 'a(b(x y)) c()'],
  ['drops a column after a folder', dropEntry(folders, 'x', { position: 'after', uuid: 'b' }), 'a(b(y) x) c()'],
  [
    'drops a folder before one of the top level',
    dropEntry(folders, 'b', { position: 'before', uuid: 'c' }),
    'a(x) b(y) c()',
  ],
  ['drops a folder into another one', dropEntry(folders, 'a', { position: 'into', uuid: 'c' }), 'c(a(x b(y)))'],
  ['drops a folder at the end', dropEntry(folders, 'a', { position: 'into', uuid: undefined }), 'c() a(x b(y))'],
  ['leaves a folder dropped into itself', dropEntry(folders, 'a', { position: 'into', uuid: 'b' }), 'a(x b(y)) c()'],
  ['leaves a folder dropped on itself', dropEntry(folders, 'a', { position: 'before', uuid: 'a' }), 'a(x b(y)) c()'],
  ['leaves a column at the top level', dropEntry(folders, 'x', { position: 'before', uuid: 'c' }), 'a(x b(y)) c()'],
  ['leaves a column without a folder', dropEntry(folders, 'x', { position: 'into', uuid: undefined }), 'a(x b(y)) c()'],
  [
    'leaves a folder that would be on the sixth level',
    dropEntry([folder('1', folder('2', folder('3', folder('4')))), folder('a', folder('b'))], 'a', {
      position: 'into',
      uuid: '4',
    }),
    '1(2(3(4()))) a(b())',
  ],
  ['drops columns that no longer exist', withoutMissingFields(folders, new Set(['x'])), 'a(x b()) c()'],
])('%s', (_, changed, expected) => {
  expect(print(changed)).toBe(expected)
})
