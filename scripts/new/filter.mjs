/** @typedef {import('./names.mjs').Names} Names */

/** @param {Names} names the part after `filter_` is the display name */
const titleOf = ({ title }) => {
  const words = title.replace(/^Filter /, '')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** @param {Names} names */
const index = (names) => `import { STRING } from '#core/table/table.ts'
import type { FilterType } from '../filter-type.ts'
import { requiredControl } from '../shared/settings.ts'
import { isSettingOn, targetColumn } from '../shared/target.ts'

/** A filter for one value of a text column, typed by the user. */
export const ${names.constant}: FilterType<string> = {
  type: '${names.name}',
  label: '${titleOf(names)}',
  target: { column: (column) => column.type_generic === STRING },
  settings: [requiredControl],
  examples: ['EU', 'it\\'s; "quoted"'],
  parse: (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
  toDataMask(value, config) {
    const col = targetColumn(config)
    if (col && value !== undefined)
      return { extraFormData: { filters: [{ col, op: '==', val: value }] }, filterState: { value, label: value } }
    const state = isSettingOn(config, 'enableEmptyFilter') ? { validateStatus: 'error' as const } : {}
    return { extraFormData: {}, filterState: { value: null, ...state } }
  },
}
`

/** @param {Names} names */
const view = ({ Type, constant }) => `import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import { useDraft } from '#controls/shared/draft.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import type { FilterViewProps } from '../filter-type.ts'
import { ${constant} } from './index.ts'

export default function ${Type}View({ config, value, onChange, error }: FilterViewProps<string>) {
  const draft = useDraft(value ?? '', (text) => onChange(${constant}.parse(text)), FAST_DEBOUNCE)
  return (
    <TextField
      ariaLabel={config.name ?? ''}
      value={draft.text}
      onChange={draft.change}
      onBlur={draft.flush}
      onEnter={draft.flush}
      size="sm"
      error={error}
    />
  )
}
`

/** @param {Names} names */
const test = ({ name, constant }) => `import { expect, it } from 'vitest'
import type { FilterConfig } from '../filter-type.ts'
import { ${constant} } from './index.ts'

const config: FilterConfig = {
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  filterType: '${name}',
  targets: [{ datasetId: 1, column: { name: 'region' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}

it('filters the column by the value', () => {
  expect(${constant}.toDataMask('EU', config)).toEqual({
    extraFormData: { filters: [{ col: 'region', op: '==', val: 'EU' }] },
    filterState: { value: 'EU', label: 'EU' },
  })
})

it('filters nothing without a column', () => {
  expect(${constant}.toDataMask('EU', { ...config, targets: [] }).extraFormData).toEqual({})
})
`

/** @param {Names} names */
const viewTest = ({ name, Type }) => `import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { field, userInput, write } from '#testing/user-input.ts'
import type { FilterConfig } from '../filter-type.ts'
import ${Type}View from './View.tsx'

const config: FilterConfig = {
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  name: 'Region',
  filterType: '${name}',
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}

it('returns the typed value, and undefined for an empty field', async () => {
  const onChange = vi.fn<(value: string | undefined) => void>()
  const rest = { options: [], error: undefined, isInvalid: false, isSingle: true } as const
  render(<${Type}View config={config} value="EU" onChange={onChange} {...rest} />)
  expect(field('Region').value).toBe('EU')
  await write('Region', ' US ')
  await userInput().type(field('Region'), '{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('US')
  await userInput().clear(field('Region'))
  await userInput().type(field('Region'), '{Enter}')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})
`

/** @type {import('./make.mjs').Template} */
export const filter = {
  parentFolder: 'filters',
  namePattern: /^filter_[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  namePatternText: 'filter_ and lower-case letters, digits and single underscores, such as filter_country',
  constant: ({ constant }) => constant,
  files: (names) => ({
    'index.ts': index(names),
    'View.tsx': view(names),
    'index.test.ts': test(names),
    'view.dom.test.tsx': viewTest(names),
  }),
  additions: ({ name, constant }) => [
    {
      file: 'filters/index.ts',
      import: { what: `{ ${constant} }`, from: `./${name}/index.ts` },
      entries: [{ opening: 'export const filters: readonly FilterType[] = [', text: `  ${constant}` }],
    },
  ],
  next: () => [
    'Edit index.ts (settings, parse, toDataMask) and View.tsx',
    'npx vitest run filters',
    'npm run dev, then Add or edit filters in a dashboard',
  ],
  page: 'docs/develop/adding-a-filter.md',
}
