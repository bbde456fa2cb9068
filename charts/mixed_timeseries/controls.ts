import { type DisplayOptionKey, displaySection } from './display-controls.ts'
import { advancedRows } from '#charts/shared/controls/advanced-controls.ts'
import { annotationSection } from '#charts/shared/controls/annotation-section.ts'
import {
  axisBounds,
  titleSection,
  tooltipSection,
  xSection,
  zoomSection,
} from '#charts/shared/series/timeseries-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import {
  axisFormat,
  pictureText,
  colorSection,
  legendSection,
  numberFormat,
  pictureToggle,
} from '#controls/shared/picture-controls.ts'
import {
  adhocFilters,
  groupby,
  metrics,
  orderDesc,
  rowLimit,
  seriesLimit,
  sortMetric,
  xAxis,
} from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { axisFormats } from '#controls/shared/format-choices.ts'
import { bucketSection } from '#controls/shared/time-controls.ts'
import { isEmpty } from '#controls/shared/validators.ts'
import type { Bounds } from '#controls/bounds/index.ts'
import type { Control, ControlRows } from '#controls/control.ts'
import { ADAPTIVE_FORMAT } from '#core/format/number-formats.ts'
import type { FormData } from '#core/form/form-data.ts'
import { secondForm, SECOND_KEY_SUFFIX } from './query-forms.ts'

type Twin<C> = C extends Control<infer N, infer V> ? Control<`${N}_b`, V> : never

/** The control rows of the first query, renamed for the second. */
type SecondQueryRows<R extends ControlRows> = {
  readonly [Row in keyof R]: { readonly [At in keyof R[Row]]: Twin<R[Row][At]> }
}

/** Returns the same controls for the second query, with the same visibility conditions. */
function forSecondQuery<const R extends ControlRows>(rows: R): SecondQueryRows<R> {
  const twinOf = (control: Control): Control => {
    const { visible } = control
    const shown = (form: FormData, ...rest: []) => visible?.(secondForm(form), ...rest) ?? true
    return { ...control, name: `${control.name}${SECOND_KEY_SUFFIX}`, ...(visible ? { visible: shown } : {}) }
  }
  return rows.map((row) => row.map(twinOf)) as unknown as SecondQueryRows<R>
}

const queryControlRows = [
  [metrics()],
  [groupby()],
  [adhocFilters()],
  [seriesLimit(), rowLimit()],
  [sortMetric()],
  [orderDesc({ visible: (form) => !isEmpty(form['timeseries_limit_metric']) })],
  [pictureToggle('truncate_metric', 'Truncate Metric', true)],
] as const

const secondBounds: Control<'y_axis_bounds_secondary', Bounds> = {
  ...axisBounds,
  name: 'y_axis_bounds_secondary',
  label: 'Secondary y-axis bounds',
}

const axesSection = section({
  label: 'Y Axis',
  tab: 'customize',
  expanded: true,
  rows: [
    [axisFormat('Y Axis Format')],
    [pictureToggle('logAxis', 'Logarithmic y-axis', false)],
    [pictureToggle('minorSplitLine', 'Minor Split Line', false)],
    [pictureToggle('truncateYAxis', 'Truncate Y Axis', false)],
    [axisBounds],
    [
      numberFormat('y_axis_format_secondary', 'Secondary y-axis format', {
        default: ADAPTIVE_FORMAT,
        choices: axisFormats,
      }),
    ],
    [pictureToggle('logAxisSecondary', 'Logarithmic y-axis (secondary)', false)],
    [secondBounds],
    [pictureText('yAxisTitleSecondary', 'Secondary y-axis title')],
  ],
})

export const controls = [
  bucketSection,
  section({ label: 'Shared query fields', tab: 'data', expanded: true, rows: [[xAxis()]] }),
  section({ label: 'Query A', tab: 'data', expanded: true, rows: queryControlRows }),
  section({ label: 'Advanced analytics Query A', tab: 'data', rows: advancedRows }),
  section({ label: 'Query B', tab: 'data', expanded: true, rows: forSecondQuery(queryControlRows) }),
  section({ label: 'Advanced analytics Query B', tab: 'data', rows: forSecondQuery(advancedRows) }),
  annotationSection,
  titleSection,
  colorSection,
  displaySection('Query A', ''),
  displaySection('Query B', 'B'),
  zoomSection,
  legendSection,
  xSection,
  tooltipSection,
  axesSection,
] as const

export type MixedForm = FormOf<typeof controls>

/** The display options of the series of one query. */
export type QueryDisplayOptions = { readonly [K in DisplayOptionKey]: MixedForm[K] }
