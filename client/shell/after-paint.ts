/** Longer than a frame takes; hidden pages get no frames. */
const NO_FRAME_MS = 250

/** Runs `act` after the current frame and the next one: for invisible work that blocks the browser. */
export function afterPaint(act: () => void): void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(act)
    })
  })
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    act()
  }, NO_FRAME_MS)
}
