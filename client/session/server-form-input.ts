/** Text typed into the server-rendered form before the client rendered its own. */
export interface ServerFormInput {
  readonly username: string
  readonly password: string
  /** The name of the last focused field. */
  readonly focus: string
}

let before: HTMLFormElement | null = null
let focus = ''

/**
 * Tracks the server-rendered form, which disappears when the client renders its own. Its fields can be read afterwards.
 */
export function trackServerForm(page: Document): void {
  before = page.querySelector<HTMLFormElement>('#root form.sign-in')
  focus = before?.contains(page.activeElement) ? (page.activeElement?.getAttribute('name') ?? '') : ''
  before?.addEventListener('focusin', ({ target }) => {
    focus = (target as Element).getAttribute('name') ?? ''
  })
}

/** Returns the typed text once; later calls return empty text. */
export function consumeServerFormInput(): ServerFormInput {
  const text = (name: string) => before?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  const taken = { username: text('username'), password: text('password'), focus }
  before = null
  focus = ''
  return taken
}
