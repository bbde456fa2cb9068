/** Text typed into the server-rendered form before the client rendered its own. */
export interface ServerFormInput {
  readonly username: string
  readonly password: string
  /** The name of the last focused field. */
  readonly focus: string
}

let serverForm: HTMLFormElement | null = null
let focus = ''

/**
 * Tracks the server-rendered form, which disappears when the client renders its own. Its fields can be read afterwards.
 */
export function trackServerForm(page: Document): void {
  serverForm = page.querySelector<HTMLFormElement>('#root form.sign-in')
  focus = serverForm?.contains(page.activeElement) ? (page.activeElement?.getAttribute('name') ?? '') : ''
  serverForm?.addEventListener('focusin', ({ target }) => {
    focus = (target as Element).getAttribute('name') ?? ''
  })
}

/** Returns the typed text once; later calls return empty text. */
export function consumeServerFormInput(): ServerFormInput {
  const text = (name: string) => serverForm?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  const taken = { username: text('username'), password: text('password'), focus }
  serverForm = null
  focus = ''
  return taken
}
