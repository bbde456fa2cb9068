import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Control, ControlContext, ControlType } from './control.ts'
import { controls, controlType } from './index.ts'
import { exampleDataset } from '#testing/example-columns.ts'

const all: readonly ControlType[] = controls

const context: ControlContext = { dataset: exampleDataset, form: { viz_type: 'table' } }

const raws: readonly unknown[] = [
  undefined,
  null,
  '',
  'text',
  '5',
  5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  [],
  [null],
  ['a', 'a', ''],
  [1, '2', 'x'],
  {},
  { label: 'low', sqlExpression: 'lower(a)', expressionType: 'SQL' },
  { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'x' }, label: 'SUM(x)' },
  [{ expressionType: 'SIMPLE', subject: 'a', operator: '==', comparator: 1, kept: true }],
  ['["a", true]', 'rubbish'],
  'x'.repeat(500),
]

describe.each(all.map((kind) => [kind.type, kind] as const))('%s', (type, kind) => {
  const base: Control = {
    type,
    name: 'x',
    label: 'X',
    affects: 'query',
    choices: [{ value: 5, label: 'Five' }],
    min: 0,
    max: 10,
  }

  it('provides a View and a test in its folder, and is found by its name', () => {
    expect(existsSync(new URL(`./${type}/View.tsx`, import.meta.url))).toBe(true)
    expect(existsSync(new URL(`./${type}/index.ts`, import.meta.url))).toBe(true)
    expect(controlType(type)).toBe(kind)
  })

  it.each([
    ['one value', base],
    ['several', { ...base, multi: true }],
    ['free form', { ...base, freeForm: true }],
    ['not clearable', { ...base, clearable: false }],
  ] as const)('parses any input to a valid value, and that value to itself, with %s', (_, control) => {
    for (const raw of raws) {
      const value = kind.parse(raw, control, context)
      expect(kind.parse(value, control, context), JSON.stringify(raw)).toEqual(value)
      expect(value === undefined ? undefined : JSON.parse(JSON.stringify(value)), JSON.stringify(raw)).toEqual(value)
      expect(Array.isArray(kind.check(value, control, context)), JSON.stringify(raw)).toBe(true)
    }
  })

  it('provides examples, each legal and unchanged when read again', () => {
    const examples = kind.examples(base, context)
    expect(examples.length).toBeGreaterThan(0)
    for (const value of [...examples, ...kind.examples({ ...base, multi: true }, context)]) {
      const control = { ...base, multi: Array.isArray(value) }
      expect(kind.parse(value, control, context)).toEqual(value)
      expect(kind.check(value, { ...control, required: true }, context)).toEqual([])
    }
  })

  it('parses undefined as undefined', () => {
    expect(kind.parse(undefined, base, context)).toBeUndefined()
  })

  it('E-CONTROLS-30: reports a missing required value', () => {
    const required = { ...base, required: true }
    for (const empty of [undefined, null, '', []]) {
      expect(kind.check(empty, required, context)).toContain('cannot be empty')
      expect(kind.check(empty, base, context)).not.toContain('cannot be empty')
    }
  })
})
