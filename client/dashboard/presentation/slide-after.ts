/** Returns the index of the slide that a key shows; undefined if the key shows no other slide. */
export function nextSlide(key: string, at: number, count: number): number | undefined {
  const next = {
    ArrowRight: at + 1,
    PageDown: at + 1,
    ' ': at + 1,
    ArrowLeft: at - 1,
    PageUp: at - 1,
    Home: 0,
    End: count - 1,
  }[key]
  return next === undefined || next === at || next < 0 || next >= count ? undefined : next
}
