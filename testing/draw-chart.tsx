import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { type ChartInput, type ChartType, type ChartViewProps, propsFor, type ToProps } from '#charts/chart.ts'
import { takeCanvas } from './canvas.ts'
import type { userInput } from './user-input.ts'

interface ViewModule {
  readonly default: React.ComponentType<ChartViewProps & Record<string, unknown>>
  readonly toProps: ToProps
  readonly preload?: () => void
}
// A type argument of `glob` would hide the call from Vitest, which then caches the list of files.
const views = import.meta.glob('../charts/*/View.tsx') as Record<string, () => Promise<ViewModule>>

/** What a chart shows while its marks are focused one after the other. */
export interface ChartPicture {
  /** The texts on the canvas. */
  readonly labels: ReadonlySet<string>
  /** The texts of elements, such as tooltips and cells. */
  readonly texts: ReadonlySet<string>
  /** The names of the elements. */
  readonly tags: ReadonlySet<string>
}

/** Draws a chart and focuses its first `stops` marks by the keyboard of this user. */
export async function drawChart(
  chart: ChartType,
  input: ChartInput,
  user: ReturnType<typeof userInput>,
  stops: number,
): Promise<ChartPicture> {
  const found = await views[`../charts/${chart.type}/View.tsx`]?.()
  if (!found) throw new Error(`${chart.type} has no View`)
  if (found.preload) {
    found.preload()
    await vi.dynamicImportSettled()
  }
  const [labels, texts, tags] = [new Set<string>(), new Set<string>(), new Set<string>()]
  takeCanvas({ onText: (text) => labels.add(text) })
  for (const name of ['clientHeight', 'offsetHeight', 'clientWidth', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(600)
  const props = propsFor(chart, found.toProps, input) as Record<string, unknown>
  const page = render(<found.default {...props} shown={props} width={1200} height={600} theme="light" />)
  const read = () => {
    for (const element of page.container.querySelectorAll('*')) {
      tags.add(element.localName)
      texts.add(element.textContent)
    }
  }
  read()
  const canvas = page.container.querySelector<HTMLElement>('[role=application]')
  for (let stop = canvas ? 0 : Infinity; stop < stops; stop += 1) {
    canvas?.focus()
    await user.keyboard('{ArrowRight}{PageDown}')
    // The tooltip appears after the key press.
    await new Promise((resolve) => setTimeout(resolve, 5))
    read()
  }
  page.unmount()
  return { labels, texts, tags }
}
