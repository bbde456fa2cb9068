/** @typedef {import('./names.mjs').Names} Names */

/** @param {Names} names */
const index = ({ name }) => `import type { ControlType, Validator } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { t } from '#core/text/t.ts'

const MAX_LENGTH = 40

const short: Validator = (value) =>
  typeof value === 'string' && value.length > MAX_LENGTH ? t('is expected to have at most %s characters', String(MAX_LENGTH)) : null

/** A text on one line. Spaces at both ends are removed. */
export const ${name}: ControlType<string> = {
  type: '${name}',
  examples: () => ['One text', 'Another'],
  parse: (raw) => (typeof raw === 'string' ? raw.trim() : undefined),
  check: (value, control) => validationMessages(value, control, [short]),
}
`

/** @param {Names} names */
const view = ({ Type }) => `import type { ControlViewProps } from '#controls/control.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { TextField } from '#ui/base/TextField.tsx'

export default function ${Type}View({ control, value, onChange, errors }: ControlViewProps<string>) {
  const draft = useDraft(value ?? '', onChange, FAST_DEBOUNCE)
  return (
    <TextField
      {...fieldTexts(control, errors)}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      onEnter={draft.flush}
    />
  )
}
`

/** @param {Names} names */
const test = ({ name }) => `import { expect, it } from 'vitest'
import { ${name} } from './index.ts'

const control = { type: '${name}', name: 'it', label: 'It', affects: 'picture' } as const

it('parses text, and removes spaces at both ends', () => {
  expect([' a b ', 5, null].map((raw) => ${name}.parse(raw, control))).toEqual(['a b', undefined, undefined])
})

it('rejects a text of more than 40 characters', () => {
  expect(${name}.check('x'.repeat(40), control)).toEqual([])
  expect(${name}.check('x'.repeat(41), control)).toEqual(['is expected to have at most 40 characters'])
})
`

/** @param {Names} names */
const viewTest = ({ name, Type }) => `import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import ${Type}View from './View.tsx'
import { controlContext } from '#testing/control-context.ts'
import { field, userInput, write } from '#testing/user-input.ts'

it('commits the text on Enter, and shows the error of the field', async () => {
  const onChange = vi.fn<(text: string | undefined) => void>()
  const control = { type: '${name}', name: 'it', label: 'It', affects: 'picture' } as const
  render(
    <${Type}View control={control} value="old" onChange={onChange} errors={['is wrong']} context={controlContext()} />,
  )
  expect([field('It').value, screen.queryByText('is wrong') !== null]).toEqual(['old', true])
  await write('It', 'new')
  await userInput().type(field('It'), '{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('new')
})
`

/** @type {import('./make.mjs').Template} */
export const control = {
  parentFolder: 'controls',
  namePattern: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  namePatternText: 'lower-case letters, digits and single underscores, such as time_zone',
  constant: ({ name }) => name,
  files: (names) => ({
    'index.ts': index(names),
    'View.tsx': view(names),
    'index.test.ts': test(names),
    'view.dom.test.tsx': viewTest(names),
  }),
  additions: ({ name }) => [
    {
      file: 'controls/index.ts',
      import: { what: `{ ${name} }`, from: `./${name}/index.ts` },
      entries: [{ opening: 'export const controls = [', text: `  ${name}`, isSorted: true }],
    },
  ],
  next: ({ name }) => [
    'Edit index.ts (parse and check) and View.tsx',
    `Add it to the controls.ts of a chart: const key: Control<'key', string | undefined> = { type: '${name}', name: 'key', ... }`,
    'npx vitest run controls charts',
  ],
  page: 'docs/develop/adding-a-control.md',
}
