import { readFileSync } from 'node:fs'
import type { FormData } from '#core/form/form-data.ts'

/** A chart as stored in a bundle. */
export interface StoredChart {
  readonly slice_name: string
  readonly viz_type: string
  readonly params: Readonly<Record<string, unknown>>
}

const readCharts = (file: string): readonly StoredChart[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly StoredChart[]

/** The charts of Superset's example bundles, by the version that first stored them in this form; see `NOTICE.md`. */
export const exampleCharts = { '2.0': readCharts('./2.0.json'), '4.1': readCharts('./4.1.json') } as const

/** Returns the form data of a stored chart when it is opened. */
export const formOf = ({ viz_type, params }: StoredChart): FormData => ({ ...params, viz_type, datasource: '1__table' })
