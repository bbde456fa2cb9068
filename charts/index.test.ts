import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ChartType } from './chart.ts'
import { charts, migrateForm, findChartType } from './index.ts'
import { checkForm, completeForm, controlsOf, formDefaults, slotsOf } from '#controls/form.ts'
import { controls } from '#controls/index.ts'
import { exampleDataset } from '#testing/example-columns.ts'
import type { ControlContext } from '#controls/control.ts'
import type { FormData } from '#core/form/form-data.ts'
import { switchChartType } from '#core/form/switch-chart-type.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { type ChartCell, entry, formsOf, hostileCell, inputOf } from '#testing/chart-inputs.ts'
import { type Column, NUMERIC, STRING } from '#core/table/table.ts'
import { chartViewProps } from '#testing/chart-props.ts'

const all: readonly ChartType[] = charts

const context: ControlContext = { dataset: exampleDataset, form: { viz_type: 'table' } }

it('retains dimensions and metrics through all chart types and returns to the original form', () => {
  const [first, ...others] = all
  const chain = [...others, first]
  const start = completeForm(
    { ...first?.examples[0], viz_type: 'echarts_timeseries_line' },
    first?.controls ?? [],
    context,
  )
  const end = chain.reduce<{ form: FormData; at: ChartType | undefined }>(
    ({ form: from, at }, next) => {
      if (!next || !at) throw new Error('a chart type is missing')
      const to = { viz_type: next.type, slots: slotsOf(next.controls), defaults: formDefaults(next.controls) }
      return { form: switchChartType(from, to, slotsOf(at.controls)), at: next }
    },
    { form: start, at: first },
  )
  const { standardizedFormData: _, ...back } = end.form
  expect(back).toEqual(start)
})

it('opens saved forms of older versions as they were drawn', () => {
  const complete = (saved: { viz_type: string; [key: string]: unknown }) => {
    const chart = all.find((each) => each.type === saved.viz_type)
    return completeForm(migrateForm(saved), chart?.controls ?? [], context)
  }
  expect(complete({ viz_type: 'table', all_columns: ['a'] })['query_mode']).toBe('raw')
  expect(complete({ viz_type: 'table', groupby: ['a'] })['query_mode']).toBe('aggregate')
  expect(complete({ viz_type: 'echarts_timeseries_bar', stack: true })['stack']).toBe('Stack')
  expect(complete({ viz_type: 'echarts_area' })['stack']).toBeNull()
})

it('preserves values of advanced analytics that only newer or older versions offer', () => {
  const sections = all.find(({ type }) => type === 'echarts_timeseries_line')?.controls ?? []
  const saved = {
    viz_type: 'echarts_timeseries_line',
    metrics: ['count'],
    granularity_sqla: 'date',
    comparison_type: 'difference',
    time_compare: ['10 days ago'],
    resample_rule: '1MS',
    resample_method: 'linear',
    forecastEnabled: true,
    forecastSeasonalityYearly: 4,
  }
  const whole = completeForm(migrateForm(saved), sections, { ...context, form: saved })
  expect(whole).toMatchObject({ ...saved, comparison_type: 'absolute' })
  expect(checkForm(whole, sections, context)).toEqual({})
  const wrong = { ...whole, resample_rule: '1X', resample_method: 'max', forecastSeasonalityYearly: 'often' }
  expect(Object.keys(checkForm(wrong, sections, context))).toEqual([
    'resample_rule',
    'resample_method',
    'forecastSeasonalityYearly',
  ])
})

describe.each(all.map((chart) => [chart.type, chart] as const))('%s', (type, chart) => {
  it('provides a View, a thumbnail and a description in its folder', () => {
    expect(existsSync(new URL(`./${type}/View.tsx`, import.meta.url))).toBe(true)
    const pictures = ['svg', 'webp'].map((ending) => new URL(`./${type}/thumbnail.${ending}`, import.meta.url))
    expect(pictures.some(existsSync)).toBe(true)
    expect(chart.meta.description).toMatch(/\.$/)
  })

  it('declares controls with unique names, known types and labels', () => {
    const names = controlsOf(chart.controls).map((control) => control.name)
    expect(names.length).toBeGreaterThan(4)
    expect(new Set(names).size).toBe(names.length)
    const kinds = new Set<string>(controls.map((kind) => kind.type))
    for (const control of controlsOf(chart.controls)) {
      expect(kinds, control.name).toContain(control.type)
      expect(control.label, control.name).not.toBe('')
    }
  })

  it('provides valid examples that query and draw; completing them twice changes nothing', () => {
    expect(chart.examples.length).toBeGreaterThan(0)
    for (const example of chart.examples) {
      const requested = { ...example, viz_type: type }
      const whole = completeForm(requested, chart.controls, { ...context, form: requested })
      expect(completeForm(whole, chart.controls, { ...context, form: whole })).toEqual(whole)
      expect(checkForm(whole, chart.controls, { ...context, form: whole })).toEqual({})
      expect(whole).toMatchObject(example)
      const input = inputOf(chart, whole, 3, (name, row) => (name === '__timestamp' ? row : row + 1))
      expect(input.tables.length).toBeGreaterThan(0)
      const [drawn, nothing] = [input.tables, []].map((tables) =>
        JSON.stringify(chartViewProps(chart, { ...input, tables })),
      )
      expect(drawn).not.toBe(nothing)
    }
  })

  it('builds the same JSON query each time', () => {
    for (const form of formsOf(chart)) {
      const queries = chart.toQueries(form)
      expect(queries.length).toBeGreaterThan(0)
      expect(chart.toQueries({ ...form })).toEqual(queries)
      expect(JSON.parse(JSON.stringify(queries))).toEqual(queries)
    }
  })

  it('builds no query for an empty form', () => {
    expect(chart.toQueries({ viz_type: type })).toEqual([])
  })

  it.each<[string, number, ChartCell]>([
    ['no rows', 0, () => null],
    ['one row', 1, (name, row) => (name === '__timestamp' ? 0 : row)],
    ['only nulls', 5, () => null],
    ['digits beyond 2^53', 3, () => '9007199254740993'],
    ['the years 1900 and 2100', 2, (name, row) => (name === '__timestamp' ? Date.UTC(row ? 2100 : 1900, 0) : 1)],
    ['long, quoted, emoji and right-to-left names', 5, hostileCell],
  ])('handles %s', (_, rowCount, cell) => {
    for (const form of formsOf(chart)) {
      const props = chartViewProps(chart, inputOf(chart, form, rowCount, cell))
      expect(JSON.parse(JSON.stringify(props))).toEqual(props)
    }
  })

  it('accepts a response without tables, and one of 300 unexpected columns', () => {
    const columns = Array.from({ length: 300 }, (_, index) => ({
      name: `c${index}`,
      type: NUMERIC as typeof NUMERIC,
      values: [index],
    }))
    for (const form of formsOf(chart)) {
      const input = inputOf(chart, form, 0, () => null)
      expect(() => chartViewProps(chart, { ...input, tables: [] })).not.toThrow()
      const props = chartViewProps(chart, { ...input, tables: [{ columns, rowCount: 1 }] })
      expect(JSON.parse(JSON.stringify(props))).toEqual(props)
    }
  })

  it('has toDrillFilters only with DRILL_TO_DETAIL, and always with toDataMask', () => {
    expect(chart.toDrillFilters !== undefined).toBe(chart.meta.behaviors.includes('DRILL_TO_DETAIL'))
    expect(chart.toDataMask === undefined || chart.toDrillFilters !== undefined).toBe(true)
  })

  it('describes the rows behind a mark by its filter, and none without one', () => {
    for (const form of formsOf(chart)) {
      const selection = Object.fromEntries(
        chart.toQueries(form)[0]?.columns?.map((each) => [columnLabel(each), 'ORD']) ?? [],
      )
      const filters = chart.toDataMask?.([selection], form).extraFormData?.filters ?? []
      expect(chart.toDrillFilters?.([selection], form) ?? []).toEqual(expect.arrayContaining([...filters]))
      expect(chart.toDrillFilters?.([], form) ?? []).toEqual([])
    }
  })

  it('counts as empty when no result has rows', () => {
    expect(chart.isEmpty([{ ...entry, rowcount: 0 }])).toBe(true)
    expect(chart.isEmpty([{ ...entry, rowcount: 1 }])).toBe(false)
  })

  it('clears its filter when the selection is empty, if it filters at all', () => {
    const none = { extraFormData: { filters: [] }, value: null }
    for (const form of formsOf(chart)) {
      const mask = chart.toDataMask?.([], form)
      const cleared = mask && { extraFormData: mask.extraFormData, value: mask.filterState?.value }
      expect(cleared).toEqual(chart.toDataMask && none)
    }
  })
})

it('converts a response for drawing, for forms of any version', () => {
  const columns: readonly Column[] = [
    { name: 'origin', type: STRING, values: ['ORD', 'ATL'] },
    { name: 'count', type: NUMERIC, values: [0.5, 2] },
  ]
  const input = {
    table: { columns, rowCount: 2 },
    nameOf: (label: string) => label.toUpperCase(),
    formatOf: () => undefined,
    timestampFormatOf: () => String,
  }
  const sheetOf = (form: FormData) => findChartType(form.viz_type)?.toSheet?.({ ...input, form })
  const config = { count: { d3NumberFormat: '.0%' } }
  const rows = sheetOf({ viz_type: 'table', groupby: ['origin'], metrics: ['count'], column_config: config })
  expect(rows?.head).toMatchObject({ colnames: ['ORIGIN', 'COUNT'], rowcount: 2 })
  expect(rows?.data['COUNT']).toEqual({ 0: '50%', 1: '200%' })
  const sides = { metrics: ['count'], groupby: [], columns: ['origin'] }
  expect(sheetOf({ viz_type: 'pivot_table', ...sides })?.head.colnames).toEqual([
    ['COUNT', 'ATL'],
    ['COUNT', 'ORD'],
  ])
  expect(sheetOf({ viz_type: 'pie', metric: 'count' })).toBeUndefined()
})

interface ListedPicture {
  readonly file: string
  readonly form: Readonly<Record<string, unknown>>
}

/** Returns the width and height of a lossy WebP; they follow the start code of its key frame (RFC 6386, 9.1). */
function sizeOf(file: URL): readonly number[] {
  const bytes = readFileSync(file)
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 15)]).toEqual(['RIFF', 'WEBPVP8'])
  const at = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3
  return [bytes.readUInt16LE(at) % 2 ** 14, bytes.readUInt16LE(at + 2) % 2 ** 14]
}

describe.each(all.map((chart) => [chart.type, chart] as const))('%s in the gallery', (type, { meta }) => {
  const file = (name: string) => new URL(`./${type}/${name}`, import.meta.url)

  it('E-GALLERY-11: declares its name, thumbnail, description, tags, category, badge, behaviors, state and examples', () => {
    for (const text of [meta.name, meta.description, meta.category, ...meta.tags]) expect(text.trim()).not.toBe('')
    expect(meta.tags.length).toBeGreaterThan(0)
    // A new chart type has a generic thumbnail until it gets its own.
    if (existsSync(file('thumbnail.svg')))
      expect(readFileSync(file('thumbnail.svg'), 'utf8')).toContain('viewBox="0 0 800 450"')
    else for (const name of ['thumbnail', 'thumbnail-dark']) expect(sizeOf(file(`${name}.webp`))).toEqual([800, 450])
    expect([undefined, 'Deprecated', 'Featured']).toContain(meta.label)
    expect(meta.deprecated === true).toBe(meta.label === 'Deprecated')
    expect(meta.label === undefined || Boolean(meta.labelExplanation)).toBe(true)
    for (const each of meta.behaviors) expect(['INTERACTIVE_CHART', 'DRILL_TO_DETAIL']).toContain(each)
    for (const { url, caption } of meta.exampleGallery ?? []) {
      expect(caption).not.toBe('')
      for (const name of [url, url.replace('.webp', '-dark.webp')]) expect(sizeOf(file(name))).toEqual([800, 450])
    }
  })

  it('shows generated images of the demo data: a thumbnail and each example, from valid forms', () => {
    const list = file('pictures.json')
    const listed = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as readonly ListedPicture[]) : []
    const named = (meta.exampleGallery ?? []).map(({ url }) => url.replace('.webp', ''))
    expect(listed.map((each) => each.file)).toEqual(listed.length > 0 ? ['thumbnail', ...named] : named)
    const { controls: sections } = all.find((each) => each.type === type) ?? { controls: [] }
    for (const { form } of listed) {
      expect(Object.keys(form).filter((key) => !controlsOf(sections).some(({ name }) => name === key))).toEqual([])
      expect(completeForm({ viz_type: type, ...form }, sections)).toMatchObject(form)
    }
  })
})
