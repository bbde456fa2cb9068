import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { programs: Record<string, string[]> }
const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const measures = sources.filter((file) => file.endsWith('-measure.ts'))

test.each(measures)('%s reads only sections that the plan has', (file) => {
  const read = [...readFileSync(join(folder, file), 'utf8').matchAll(/\bplan\.([a-z]\w*)/gi)].map(([, key]) => key)
  expect(read.filter((key) => !Object.hasOwn(plan, key ?? ''))).toEqual([])
})

test('every program of the plan is a source file of the bench', () => {
  const programs = Object.keys(plan.programs).map((file) => file.replace(/\.js$/, '.ts'))
  expect(programs.filter((file) => !sources.includes(file))).toEqual([])
})
