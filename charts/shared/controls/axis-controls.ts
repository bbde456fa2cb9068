import { pictureText, pictureChoice } from '#controls/shared/picture-controls.ts'
import { section } from '#controls/shared/section.ts'
import { tickLayouts } from '#charts/shared/axes/echarts-axes.ts'

/** The layout of the tick labels. */
export const ticksLayout = pictureChoice(
  'x_ticks_layout',
  'X Tick Layout',
  tickLayouts.map((layout) => [layout, layout] as const),
)

/** The titles of the axes. */
export const axisTitles = section({
  label: 'Chart Title',
  tab: 'customize',
  rows: [[pictureText('x_axis_title', 'X Axis Title')], [pictureText('y_axis_title', 'Y Axis Title')]],
})
