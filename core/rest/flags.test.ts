import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { flags, resolveFlags } from './flags.ts'

const head = `# Feature flags

Set with \`FACET_FEATURES\` (a JSON object) or \`FACET_FEATURE_<NAME>\` (true or false; takes precedence over the JSON).

The source is \`core/rest/flags.ts\`. A test compares it with this page; after \`npm install\`, \`npx vitest run core/rest/flags -u\` regenerates the
page.

| flag | default | effect |
| --- | --- | --- |
`

it('A-FLAG-01: recognises the flags of the specification by their exact names', () => {
  const requested = [
    'DISABLE_LEGACY_DATASOURCE_EDITOR',
    'DYNAMIC_PLUGINS',
    'DASHBOARD_NATIVE_FILTERS',
    'DASHBOARD_CROSS_FILTERS',
    'DASHBOARD_FILTERS_EXPERIMENTAL',
    'ENABLE_DND_WITH_CLICK_UX',
    'UX_BETA',
    'USE_ANALAGOUS_COLORS',
  ]
  for (const name of requested) {
    const other = !resolveFlags({}).flags[name]
    expect(resolveFlags({ [`FACET_FEATURE_${name}`]: String(other) })).toMatchObject({
      flags: { [name]: other },
      problems: [],
    })
  }
})

it('advanced data types have a flag', () => {
  expect(resolveFlags({ FACET_FEATURE_ENABLE_ADVANCED_DATA_TYPES: 'off' }).flags.ENABLE_ADVANCED_DATA_TYPES).toBe(false)
})

it('A-FLAG-03: global async queries are off until their flag is set', () => {
  expect(resolveFlags({}).flags.GLOBAL_ASYNC_QUERIES).toBe(false)
  expect(resolveFlags({ FACET_FEATURES: '{"GLOBAL_ASYNC_QUERIES":true}' }).flags.GLOBAL_ASYNC_QUERIES).toBe(true)
})

it('a single setting overrides the JSON, and the JSON overrides the default', () => {
  const environment = { FACET_FEATURES: '{"UX_BETA":true,"DYNAMIC_PLUGINS":true}', FACET_FEATURE_UX_BETA: '0' }
  expect(resolveFlags(environment).flags).toMatchObject({ UX_BETA: false, DYNAMIC_PLUGINS: true, CLIENT_CACHE: false })
})

it('switches filter sets by either of their names', () => {
  const both = (value: boolean) => ({ DASHBOARD_FILTERS_EXPERIMENTAL: value, DASHBOARD_NATIVE_FILTERS_SET: value })
  expect(resolveFlags({ FACET_FEATURE_DASHBOARD_FILTERS_EXPERIMENTAL: 'no' }).flags).toMatchObject(both(false))
  expect(resolveFlags({ FACET_FEATURE_DASHBOARD_NATIVE_FILTERS_SET: 'no' }).flags).toMatchObject(both(false))
  expect(
    resolveFlags({ FACET_FEATURES: '{"DASHBOARD_NATIVE_FILTERS_SET":true,"DASHBOARD_FILTERS_EXPERIMENTAL":false}' })
      .flags,
  ).toMatchObject(both(true))
})

it('keeps flags it does not know', () => {
  expect(resolveFlags({ FACET_FEATURE_TAGGING_SYSTEM: 'true' }).flags['TAGGING_SYSTEM']).toBe(true)
})

it('names invalid values', () => {
  expect(resolveFlags({ FACET_FEATURE_UX_BETA: 'maybe' })).toMatchObject({
    flags: { UX_BETA: false },
    problems: ['FACET_FEATURE_UX_BETA must be true or false, not maybe'],
  })
  expect(resolveFlags({ FACET_FEATURES: '[1]' }).problems).toHaveLength(1)
  expect(resolveFlags({ FACET_FEATURES: '{"UX_BETA":"yes"}' }).problems).toEqual([
    'FACET_FEATURES: UX_BETA must be true or false',
  ])
})

it('the flags are described row by row in docs/reference/flags.md, without further rows', async () => {
  const rows = Object.entries(flags).map(
    ([name, flag]) => `| \`${name}\` | ${flag.default ? 'on' : 'off'} | ${flag.effect} |\n`,
  )
  const page = fileURLToPath(new URL('../../docs/reference/flags.md', import.meta.url))
  expect(existsSync(page)).toBe(true)
  await expect(`${head}${rows.join('')}`).toMatchFileSnapshot(page)
})
