import { browserStorage } from '#client/session/storage.ts'
import { t } from '#core/text/t.ts'

/** A step of the tour, with the element of the page that it describes. */
export interface TourStep {
  readonly element: HTMLElement
  readonly title: string
  readonly text: string
}

const STEPS = 3
const CLOSED = 'home_tour_closed'

/** The described elements, in order of importance. Elements that the user may not see are not on the page. */
const allSteps = () =>
  [
    {
      name: 'new',
      title: t('Make a chart'),
      text: t('Select a dataset. Facet suggests charts drawn from its rows; one click opens a suggestion.'),
    },
    {
      name: 'dashboards',
      title: t('Open a dashboard'),
      text: t('Click a value in a chart to filter the other charts. Ctrl+Z undoes it.'),
    },
    {
      name: 'search',
      title: t('Find anything'),
      text: t('Press Ctrl+K on any page to open dashboards, charts and datasets, or to run a command.'),
    },
    {
      name: 'recents',
      title: t('Return to your work'),
      text: t('The dashboards and charts that you viewed, edited or created last are listed here.'),
    },
  ] as const

/** The names of the elements that the tour describes, set as `data-tour`. */
export type TourTarget = ReturnType<typeof allSteps>[number]['name']

/** Returns the steps for the elements that are on the page; at most three. */
export function tourSteps(page: ParentNode): readonly TourStep[] {
  return allSteps()
    .flatMap(({ name, title, text }) => {
      const element = page.querySelector<HTMLElement>(`[data-tour="${name}"]`)
      return element ? [{ element, title, text }] : []
    })
    .slice(0, STEPS)
}

const closedBy = (): readonly string[] => (browserStorage()?.getItem(CLOSED) ?? '').split(',')

/** Returns whether the user has closed the tour in this browser. */
export const isTourClosed = (userId: number): boolean => closedBy().includes(String(userId))

/** Closes the tour for the user in this browser, permanently. */
export function closeTour(userId: number): void {
  const ids = new Set([...closedBy(), String(userId)].filter((id) => id !== ''))
  browserStorage()?.setItem(CLOSED, [...ids].join(','))
}
