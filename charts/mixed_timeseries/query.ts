import type { MixedForm } from './controls.ts'
import { firstForm, secondForm } from './query-forms.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { timeseriesQuery } from '#charts/shared/timeseries/timeseries-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import { uniqueBy } from '#core/form/query-fields.ts'

/** Options of single-query charts that do not apply: contributions, forecasts and axis sorting. */
const FOREIGN = ['contributionMode', 'forecastEnabled', 'x_axis_sort']

const ownOf = (form: FormData): FormData =>
  Object.fromEntries(Object.entries(form).filter(([key]) => !FOREIGN.includes(key))) as FormData

const requests = (form: FormData): QueryObject[] => timeseriesQuery(ownOf(form))

/**
 * Samples both queries or neither: bars count the axis positions, which would include those of the other query's
 * sample.
 */
export function toSample(form: MixedForm): ReturnType<typeof timeseriesSample> {
  const looks = [
    { own: firstForm(form), type: form.seriesType, isStacked: form.stack },
    { own: secondForm(form), type: form.seriesTypeB, isStacked: form.stackB },
  ]
  const samples = looks.map(({ own, type, isStacked }) => {
    const stack = isStacked && type !== 'scatter' ? 'Stack' : null
    return type === 'bar' ? undefined : timeseriesSample({ ...ownOf(own), stack })
  })
  return samples.includes(undefined) ? undefined : samples[0]
}

/** Returns two queries over one x axis. Empty if either has no metric. */
export function toQueries(form: MixedForm): QueryObject[] {
  const queries = [...requests(firstForm(form)), ...requests(secondForm(form))]
  return queries.length === 2 ? queries : []
}

/** Returns the distinct dimensions of both queries. */
export function dimensionsOf(form: MixedForm): readonly QueryColumn[] {
  return uniqueBy(
    [firstForm(form), secondForm(form)].flatMap((each) => queryFields(each).columns),
    columnLabel,
  )
}
