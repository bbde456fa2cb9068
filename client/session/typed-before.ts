/** What somebody has typed into the form that came with the page, before the client drew its own. */
export interface TypedBefore {
  readonly username: string
  readonly password: string
  /** The name of the field that had the focus last. */
  readonly focus: string
}

let before: HTMLFormElement | null = null
let focus = ''

/** Watches the form of the page, which goes when the client draws its own: its fields keep what was typed to the last. */
export function keepTyped(page: Document): void {
  before = page.querySelector<HTMLFormElement>('#root form.sign-in')
  focus = before?.contains(page.activeElement) ? (page.activeElement?.getAttribute('name') ?? '') : ''
  before?.addEventListener('focusin', ({ target }) => {
    focus = (target as Element).getAttribute('name') ?? ''
  })
}

/** What was typed before, once: it is not there when the page is shown again. */
export function takeTyped(): TypedBefore {
  const text = (name: string) => before?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  const taken = { username: text('username'), password: text('password'), focus }
  before = null
  focus = ''
  return taken
}
