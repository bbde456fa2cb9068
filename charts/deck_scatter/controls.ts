import type { Control } from '#controls/control.ts'
import type { FormOf } from '#controls/form-type.ts'
import { section } from '#controls/shared/section.ts'
import { colorSection, numberFormat, pictureChoice } from '#controls/shared/picture-controls.ts'
import { adhocFilters, numberOf, rowLimit, strictNumberOf } from '#controls/shared/query-controls.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { DEFAULT_FIXED_COLOR, type Rgba } from '#core/color/rgb.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { autozoom, filterNulls, mapStyle, spatial, viewport } from '#charts/shared/map/map-controls.ts'
import { pointUnits, radiusControl } from './radius.ts'

const dimension: Control<'dimension', QueryColumn | null | undefined> = {
  type: 'column',
  name: 'dimension',
  label: 'Dimension',
  description: 'Column that colors the points',
  affects: 'query',
  columnFilter: (column) => column.groupby !== false,
}

const tooltipColumns: Control<'js_columns', readonly QueryColumn[]> = {
  type: 'column',
  name: 'js_columns',
  label: 'Tooltip columns',
  description: 'Columns shown in the tooltip besides the position',
  affects: 'query',
  multi: true,
  default: [],
  columnFilter: (column) => column.groupby !== false,
}

/** The color of points without a color dimension. Its opacity applies to all points. */
const color: Control<'color_picker', Rgba> = {
  type: 'color_picker',
  name: 'color_picker',
  label: 'Fixed Color',
  description: 'Its opacity counts for all points',
  affects: 'picture',
  default: DEFAULT_FIXED_COLOR,
}

const hasDimension = (form: FormData): boolean => Boolean(form['dimension'])

export const controls = [
  timeSection,
  section({
    label: 'Query',
    tab: 'data',
    expanded: true,
    rows: [[spatial], [dimension], [radiusControl], [tooltipColumns], [adhocFilters()], [rowLimit()], [filterNulls]],
  }),
  section({
    label: 'Map',
    tab: 'customize',
    expanded: true,
    rows: [[mapStyle], [autozoom], [viewport]],
  }),
  section({
    label: 'Points',
    tab: 'customize',
    expanded: true,
    rows: [
      [pictureChoice('point_unit', 'Point Unit', pointUnits, { description: 'Unit of the point size' })],
      [
        numberOf('min_radius', 'Minimum Radius', { default: 2, min: 0, description: 'In pixels, at any zoom' }),
        numberOf('max_radius', 'Maximum Radius', { default: 250, min: 0, description: 'In pixels, at any zoom' }),
      ],
      [strictNumberOf('multiplier', 'Multiplier', { default: 1, description: 'Makes all points larger or smaller' })],
      [color],
      [
        pictureChoice(
          'legend_position',
          'Legend Position',
          [
            ['tr', 'Top right'],
            ['tl', 'Top left'],
            ['bl', 'Bottom left'],
            ['br', 'Bottom right'],
            [null, 'None'],
          ],
          { visible: hasDimension, clearable: true },
        ),
        numberFormat('legend_format', 'Legend Format', { visible: hasDimension }),
      ],
    ],
  }),
  colorSection,
] as const

export type PointMapForm = FormOf<typeof controls>
