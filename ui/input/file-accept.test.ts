import { expect, it } from 'vitest'
import { isAccepted } from './file-accept.ts'

it.each([
  ['data.csv', 'text/csv', ['.csv'], true],
  ['DATA.CSV', '', ['.csv'], true],
  ['data.csv.exe', '', ['.csv'], false],
  ['a.png', 'image/png', ['image/*'], true],
  ['a.svg', 'image/svg+xml', ['image/png'], false],
  ['a.zip', 'application/zip', ['.csv', 'application/zip'], true],
  ['anything', '', [], true],
  ['anything', '', undefined, true],
])('the file %s of type %j under %j is accepted: %s', (name, type, accept, answer) => {
  expect(isAccepted(name, type, accept)).toBe(answer)
})
