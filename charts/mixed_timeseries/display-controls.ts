import { seriesStyles } from '#charts/shared/controls/mark-controls.ts'
import { pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { sliderOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { isOpacity } from '#core/color/rgb.ts'
import type { FormData } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'

/** Keys of the display options of one query's series, as named for the first query. */
export type DisplayOptionKey =
  | 'seriesType'
  | 'stack'
  | 'area'
  | 'show_value'
  | 'only_total'
  | 'opacity'
  | 'markerEnabled'
  | 'markerSize'
  | 'yAxisIndex'

const anOpacity = (value: unknown): string | null =>
  isOpacity(value) ? null : t('is expected to be a number from 0 to 1')

/** Returns the section of display options of one query; keys of the second query end with `B`. */
export function displaySection<const S extends '' | 'B'>(label: string, suffix: S) {
  const name = <const K extends DisplayOptionKey>(key: K): `${K}${S}` => `${key}${suffix}`
  const isOn =
    (...keys: readonly DisplayOptionKey[]) =>
    (form: FormData): boolean =>
      keys.every((key) => Boolean(form[name(key)]))
  return section({
    label,
    tab: 'customize',
    expanded: true,
    rows: [
      [pictureChoice(name('seriesType'), 'Series type', seriesStyles)],
      [pictureToggle(name('stack'), 'Stack series', false)],
      [pictureToggle(name('area'), 'Area chart', false)],
      [
        sliderOf(name('opacity'), 'Opacity', {
          default: 0.2,
          min: 0,
          max: 1,
          step: 0.1,
          validators: [anOpacity],
          visible: isOn('area'),
        }),
      ],
      [pictureToggle(name('show_value'), 'Show Values', false)],
      [pictureToggle(name('only_total'), 'Only Total', true, { visible: isOn('show_value', 'stack') })],
      [pictureToggle(name('markerEnabled'), 'Marker', false)],
      [sliderOf(name('markerSize'), 'Marker Size', { default: 6, min: 0, max: 100, step: 1 })],
      [
        pictureChoice(name('yAxisIndex'), 'Y Axis', [
          [0, 'Primary'],
          [1, 'Secondary'],
        ]),
      ],
    ],
  })
}
