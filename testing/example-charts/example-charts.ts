import { readFileSync } from 'node:fs'
import type { FormData } from '#core/form/form-data.ts'

/** A chart as a bundle stores it. */
export interface StoredChart {
  readonly slice_name: string
  readonly viz_type: string
  readonly params: Readonly<Record<string, unknown>>
}

const stored = (file: string): readonly StoredChart[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly StoredChart[]

/** The charts of the reference's example bundles, by the version they were first stored so in; see `NOTICE.md`. */
export const exampleCharts = { '2.0': stored('./2.0.json'), '4.1': stored('./4.1.json') } as const

/** The form of a stored chart, as it is opened. */
export const formOf = ({ viz_type, params }: StoredChart): FormData => ({ ...params, viz_type, datasource: '1__table' })
