/** Longer than frames take; a page that is out of sight makes none. */
const NO_FRAME_MS = 250

/** Runs `act` behind the frame that is being made and the next: for what nobody sees, and what keeps the browser busy. */
export function oncePainted(act: () => void): void {
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
