/** Puts the focus where charts are searched. */
export function focusPalette(): void {
  document.querySelector<HTMLElement>('[data-palette-search] input')?.focus()
}
