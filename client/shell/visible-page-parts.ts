import { createContext } from 'react'
import { urlParam, type URLSearchParamsLike } from '#core/rest/url-params.ts'

/** The visible parts of a page around its content. */
export interface VisiblePageParts {
  readonly hasNavigation: boolean
  readonly hasTitle: boolean
  /** The top-level tabs of a dashboard. */
  readonly hasTopTabs: boolean
  /** The menus of charts. */
  readonly hasChartControls: boolean
}

const HIDES = { title: 1, tabs: 2, navigation: 4, chartControls: 8 } as const

/**
 * Returns the parts that a URL shows. `standalone`: 1 hides the navigation, 2 the title too, 3 (a report) the top-level
 * tabs too. `uiConfig` is the sum of what it hides: 1 title, 2 top-level tabs, 4 navigation, 8 menus of charts.
 */
export function visiblePageParts(search: URLSearchParamsLike): VisiblePageParts {
  const standalone = urlParam(search, 'standalone') ?? 0
  const hidden = urlParam(search, 'uiConfig') ?? 0
  const hides = (bit: number) => (hidden & bit) !== 0
  return {
    hasNavigation: standalone < 1 && !hides(HIDES.navigation),
    hasTitle: standalone < 2 && !hides(HIDES.title),
    hasTopTabs: standalone < 3 && !hides(HIDES.tabs),
    hasChartControls: !hides(HIDES.chartControls),
  }
}

/** The visible parts of the surrounding page. */
export const VisiblePagePartsContext = createContext<VisiblePageParts>(visiblePageParts(new URLSearchParams()))
