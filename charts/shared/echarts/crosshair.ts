/** A time-series chart that shares the crosshair of the page. */
interface Follower {
  /** Marks an instant in epoch milliseconds; null clears the mark. */
  readonly mark: (at: number | null) => void
}

const followers = new Set<Follower>()

/** Adds a chart to the shared crosshair. Returns functions to point at an instant on all other charts, and to leave. */
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

/** The used part of ECharts' axis pointer event. */
interface PointerEvent {
  readonly axesInfo?: readonly { readonly axisDim?: string; readonly value?: unknown }[]
}

/** Returns the instant of an axis pointer event; null if the pointer has left. */
export function instantOf(event: unknown): number | null {
  const value = (event as PointerEvent).axesInfo?.find(({ axisDim }) => axisDim === 'x')?.value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
