import type { Browser, Page } from '@playwright/test'
import { sendFigure } from './bench-order.ts'
import { median, quantile } from './statistics.ts'
import { traceWork, type MainThreadWork } from './trace.ts'

const FRAME_MS = 8
const STEP_MS = 40

/** Movements of the pointer or the wheel. */
interface Movement {
  /** The event that the page receives for a step. */
  readonly heard: string
  /** Warm-up steps and measured steps. */
  readonly count: { readonly warmUp: number; readonly steps: number }
  readonly move: (step: number) => Promise<void>
}

/** Returns the work of each step of a movement, until the page receives the next one. */
export async function stepTasks(browser: Browser, page: Page, movement: Movement): Promise<MainThreadWork[]> {
  const { warmUp, steps } = movement.count
  const trace = await traceWork(browser, page, async () => {
    for (let step = 0; step < steps + warmUp; step++) {
      await movement.move(step)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  })
  const at = trace.events(movement.heard).slice(warmUp)
  return at.slice(0, -1).map((instant, step) => trace.work(instant, at[step + 1] ?? instant))
}

/** Reports the script time of the steps of a movement. */
export function reportSteps(measure: string, name: string, tasks: readonly MainThreadWork[]): void {
  const script = tasks.map((work) => work.script)
  const note = `median ${median(script).toFixed(1)}, style and layout ${quantile(
    tasks.map((work) => work.layout),
    0.95,
  ).toFixed(1)}; ${tasks.length} steps`
  sendFigure({ measure, name, value: quantile(script, 0.95), unit: 'ms p95', most: FRAME_MS, note })
}

/** Returns the center of the first element of a selector. */
export async function centerOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not visible`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
