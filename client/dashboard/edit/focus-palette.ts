/** Focuses the chart search; expands the palette if it is collapsed. */
export function focusPalette(): void {
  const search = document.querySelector<HTMLElement>('[data-palette-search] input')
  const fold = search?.closest('details')
  if (fold) fold.open = true
  search?.focus()
}
