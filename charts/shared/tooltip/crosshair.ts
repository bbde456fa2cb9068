/** A chart over time, as far as the others on the page are concerned. */
interface Follower {
  /** Marks an instant, in epoch milliseconds; null marks none. */
  readonly mark: (at: number | null) => void
}

const followers = new Set<Follower>()

/** Takes part in the crosshair of the page. Gives how to point at an instant on all other charts, and how to leave. */
export function joinCrosshair(mark: Follower['mark']): { point: Follower['mark']; leave: () => void } {
  const self = { mark }
  followers.add(self)
  const point = (at: number | null) => {
    for (const each of followers) if (each !== self) each.mark(at)
  }
  return {
    point,
    leave: () => {
      followers.delete(self)
      point(null)
    },
  }
}

/** What ECharts tells of its own crosshair. */
interface PointerEvent {
  readonly axesInfo?: readonly { readonly axisDim?: string; readonly value?: unknown }[]
}

/** The instant an event of the axis pointer is about; null where the pointer has left. */
export function instantOf(event: unknown): number | null {
  const value = (event as PointerEvent).axesInfo?.find(({ axisDim }) => axisDim === 'x')?.value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
