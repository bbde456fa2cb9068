import { expect, it } from 'vitest'
import { visiblePageParts } from './visible-page-parts.ts'

const hidden = (query: string) =>
  Object.entries(visiblePageParts(new URLSearchParams(query)))
    .filter(([, isShown]) => !isShown)
    .map(([part]) => part)

it.each([
  ['', []],
  ['standalone=0', []],
  ['standalone=false', []],
  ['standalone=1', ['hasNavigation']],
  ['standalone=true', ['hasNavigation']],
  ['standalone=2', ['hasNavigation', 'hasTitle']],
  ['standalone=3', ['hasNavigation', 'hasTitle', 'hasTopTabs']],
  ['uiConfig=1', ['hasTitle']],
  ['uiConfig=2', ['hasTopTabs']],
  ['uiConfig=4', ['hasNavigation']],
  ['uiConfig=8', ['hasChartControls']],
  ['uiConfig=11', ['hasTitle', 'hasTopTabs', 'hasChartControls']],
  ['standalone=1&uiConfig=8', ['hasNavigation', 'hasChartControls']],
  ['standalone=nonsense', []],
])('%j hides %j', (query, parts) => {
  expect(hidden(query)).toEqual(parts)
})
