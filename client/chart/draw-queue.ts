/** A drawing that waits for its frame. */
interface QueuedDraw {
  /** True if the drawing is visible; evaluated when a frame runs. */
  readonly isSeen: () => boolean
  readonly draw: () => void
}

interface DrawQueue {
  /** Queues a drawing. A second call with the same `who` replaces the drawing but keeps its position in the queue. */
  readonly ask: (drawer: object, drawing: QueuedDraw) => void
  /** Removes the drawing from the queue. */
  readonly leave: (drawer: object) => void
}

/** Milliseconds after which a frame starts no further drawing: half a frame at 60 frames per second. */
const SHARE = 8

/**
 * Distributes drawings over frames, so that the page handles user input between them. Visible drawings come first,
 * otherwise in queue order. A large drawing takes a frame alone; several small ones share a frame.
 * @param frame calls back in the next frame
 * @param now milliseconds of a monotonic clock
 */
export function createDrawQueue(frame: (draw: () => void) => void, now: () => number): DrawQueue {
  const waiting = new Map<object, QueuedDraw>()
  let isRequested = false

  function requestFrame(): void {
    if (isRequested || waiting.size === 0) return
    isRequested = true
    frame(drawSome)
  }

  function drawNext(): void {
    const all = [...waiting]
    const next = all.find(([, { isSeen }]) => isSeen()) ?? all[0]
    if (!next) return
    waiting.delete(next[0])
    next[1].draw()
  }

  function drawSome(): void {
    isRequested = false
    const begun = now()
    try {
      do drawNext()
      while (waiting.size > 0 && now() - begun < SHARE)
    } finally {
      requestFrame()
    }
  }

  return {
    ask(drawer, drawing) {
      waiting.set(drawer, drawing)
      requestFrame()
    },
    leave(drawer) {
      waiting.delete(drawer)
    },
  }
}

/** Hidden windows get no animation frames: they draw at this interval, in milliseconds. */
const WITHOUT_FRAMES = 200

function nextFrame(draw: () => void): void {
  const once = () => {
    clearTimeout(timer)
    cancelAnimationFrame(handle)
    draw()
  }
  const handle = requestAnimationFrame(once)
  const timer = setTimeout(once, WITHOUT_FRAMES)
}

/** The draw queue of this window. */
export const drawQueue = createDrawQueue(nextFrame, () => performance.now())
