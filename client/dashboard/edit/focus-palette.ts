/** Puts the focus where charts are searched; a palette that is folded opens. */
export function focusPalette(): void {
  const search = document.querySelector<HTMLElement>('[data-palette-search] input')
  const fold = search?.closest('details')
  if (fold) fold.open = true
  search?.focus()
}
