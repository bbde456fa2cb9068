import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#testing/tree.ts'
import { faults, type ExpectedFault } from './faults.ts'
import { patchSource } from './patch-rehearsal.ts'

it.each(faults.map((fault) => [fault.name, fault] as const))(
  '%s has a position in the sources',
  (_, fault: ExpectedFault) => {
    for (const patch of fault.patches) {
      const text = readFileSync(join(root, patch.file), 'utf8')
      expect(patchSource(text, patch)).not.toBe(text)
    }
  },
)

it('a position that does not exist once is rejected', () => {
  const patch = { file: 'a.ts', from: 'x', to: 'y' }
  expect(patchSource('axb', patch)).toBe('ayb')
  expect(() => patchSource('ab', patch)).toThrow('stands 0 times in a.ts')
  expect(() => patchSource('xx', patch)).toThrow('stands 2 times in a.ts')
})
