/** A picture that waits for its frame. */
interface Drawing {
  /** Whether who looks at the page sees it; asked when a frame comes. */
  readonly isSeen: () => boolean
  readonly draw: () => void
}

interface DrawQueue {
  /** Waits for a frame. Who waits already keeps the place, and what is asked last is drawn. */
  readonly ask: (who: object, drawing: Drawing) => void
  /** Waits no longer. */
  readonly leave: (who: object) => void
}

/**
 * Gives each drawing a frame of its own, so that the page hears what people do between any two of them: those that are
 * seen first, and otherwise in the order they asked.
 * @param frame calls back in the next frame
 */
export function createDrawQueue(frame: (draw: () => void) => void): DrawQueue {
  const waiting = new Map<object, Drawing>()
  let isAsked = false

  function askFrame(): void {
    if (isAsked || waiting.size === 0) return
    isAsked = true
    frame(drawNext)
  }

  function drawNext(): void {
    isAsked = false
    const all = [...waiting]
    const next = all.find(([, { isSeen }]) => isSeen()) ?? all[0]
    if (!next) return
    waiting.delete(next[0])
    try {
      next[1].draw()
    } finally {
      askFrame()
    }
  }

  return {
    ask(who, drawing) {
      waiting.set(who, drawing)
      askFrame()
    },
    leave(who) {
      waiting.delete(who)
    },
  }
}

/** A window that is not seen has no frames: drawings then go on at this pace, in milliseconds. */
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

/** The frames of this window. */
export const drawQueue = createDrawQueue(nextFrame)
