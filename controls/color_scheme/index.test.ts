import { expect, it } from 'vitest'
import { colorNotice } from './index.ts'
import type { ControlContext } from '#controls/control.ts'

const context = (dashboard?: ControlContext['dashboard']): ControlContext => ({
  dataset: { id: 1, type: 'table', name: 'x', columns: [], metrics: [], time_grains: [] },
  form: { viz_type: 'pie' },
  ...(dashboard ? { dashboard } : {}),
})

it('E-COLOR-01: a dashboard with a color scheme decides the colours', () => {
  expect(colorNotice(context({ hasColorScheme: true, hasLabelColors: false }))).toBe(
    'The color scheme is determined by the related dashboard. Edit the color scheme in the dashboard properties.',
  )
  expect(colorNotice(context())).toBeUndefined()
  expect(colorNotice(context({ hasColorScheme: false, hasLabelColors: false }))).toBeUndefined()
})

it('E-COLOR-02: a dashboard with colours for labels overrides the scheme', () => {
  expect(colorNotice(context({ hasColorScheme: true, hasLabelColors: true }))).toBe(
    'This color scheme is being overriden by custom label colors. Check the JSON metadata in the Advanced settings',
  )
})
