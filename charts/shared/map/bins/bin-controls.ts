import { autozoom, filterNulls, mapStyle, spatial, viewport } from '#charts/shared/map/map-controls.ts'
import type { Control, ControlRows } from '#controls/control.ts'
import { pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, rowLimit, strictNumberOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import type { FormOf } from '#controls/form-type.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import { DEFAULT_FIXED_COLOR, type Rgba } from '#core/color/rgb.ts'
import type { QueryMetric } from '#core/query/query-object.ts'

const weight: Control<'size', QueryMetric | null | undefined> = {
  type: 'metric',
  name: 'size',
  label: 'Height',
  description: 'The metric that cells add up; without one they count rows',
  affects: 'query',
}

const color: Control<'color_picker', Rgba> = {
  type: 'color_picker',
  name: 'color_picker',
  label: 'Fixed Color',
  description: 'The color of the greatest cell; the others are paler',
  affects: 'picture',
  default: DEFAULT_FIXED_COLOR,
}

/** Returns the control sections of maps that aggregate points into cells; `more` are additional rows. */
export function binControls<const R extends ControlRows>(gridSize: string, more: R) {
  return [
    timeSection,
    section({
      label: 'Query',
      tab: 'data',
      expanded: true,
      rows: [[spatial], [weight], [adhocFilters()], [rowLimit()], [filterNulls]],
    }),
    section({
      label: 'Map',
      tab: 'customize',
      expanded: true,
      rows: [
        [mapStyle],
        [autozoom],
        [viewport],
        [color],
        [strictNumberOf('grid_size', 'Grid Size', { default: 20, min: 1, description: gridSize })],
        [
          pictureToggle('extruded', 'Extruded', true, {
            description: 'On a tilted map, the height of a cell shows its value',
          }),
        ],
        ...more,
      ],
    }),
  ] as const
}

/** The complete form of cell maps. */
export type BinForm = FormOf<ReturnType<typeof binControls<readonly []>>>
