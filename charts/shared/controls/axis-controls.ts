import { caption, pick } from '#controls/shared/picture-controls.ts'
import { section } from '#controls/shared/section.ts'
import { tickLayouts } from '#charts/shared/axes/plain-axes.ts'

/** How the names below an axis are laid out. */
export const ticksLayout = pick(
  'x_ticks_layout',
  'X Tick Layout',
  tickLayouts.map((layout) => [layout, layout] as const),
)

/** What the axes are called. */
export const axisTitles = section({
  label: 'Chart Title',
  tab: 'customize',
  rows: [[caption('x_axis_title', 'X Axis Title')], [caption('y_axis_title', 'Y Axis Title')]],
})
