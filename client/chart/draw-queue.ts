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

/** Milliseconds of a frame after which no further drawing begins in it: half of a frame at 60 a second. */
const SHARE = 8

/**
 * Gives drawings to frames, so that the page hears what people do between them: those that are seen first, and otherwise
 * in the order they asked. A large drawing has a frame of its own; of small ones a frame takes several.
 * @param frame calls back in the next frame
 * @param now milliseconds of a clock that never goes back
 */
export function createDrawQueue(frame: (draw: () => void) => void, now: () => number): DrawQueue {
  const waiting = new Map<object, Drawing>()
  let isAsked = false

  function askFrame(): void {
    if (isAsked || waiting.size === 0) return
    isAsked = true
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
    isAsked = false
    const begun = now()
    try {
      do drawNext()
      while (waiting.size > 0 && now() - begun < SHARE)
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
export const drawQueue = createDrawQueue(nextFrame, () => performance.now())
