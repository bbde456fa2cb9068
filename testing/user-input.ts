import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

type Name = string | RegExp

/** A person at mouse and keyboard. Where nothing is laid out, every element can be pointed at. */
export const userInput = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })

/** A label is the start of the name: the name of a select goes on with what is chosen. */
const starting = (name: Name) => (typeof name === 'string' ? (text: string) => text.startsWith(name) : name)

export const button = (name: Name) => screen.getByRole<HTMLButtonElement>('button', { name })
export const box = (label: Name) => screen.getByRole('combobox', { name: starting(label) })
export const field = (label: Name) => screen.getByRole<HTMLInputElement>('textbox', { name: label })

/** Presses a button, or what has another role. */
export async function press(name: Name, role = 'button'): Promise<void> {
  await userInput().click(screen.getByRole(role, { name }))
}

/** Turns the wheel over an element by so many pixels; true where the page took the turn for itself. */
export function wheel(element: Element, deltaY: number): boolean {
  const event = new WheelEvent('wheel', { deltaY, cancelable: true, bubbles: true })
  element.dispatchEvent(event)
  return event.defaultPrevented
}

/** Opens a select, and takes the option of this name. */
export async function choose(label: Name, option: Name): Promise<void> {
  await userInput().click(box(label))
  await userInput().click(screen.getByRole('option', { name: option }))
}

/** The options a select offers; it is left as it was. */
export async function offered(label: Name): Promise<string[]> {
  await userInput().click(box(label))
  const names = screen.getAllByRole('option').map((option) => option.textContent)
  await userInput().keyboard('{Escape}')
  return names
}

/** Replaces what stands in a field. */
export async function write(label: Name, text: string): Promise<void> {
  const input = field(label)
  await userInput().clear(input)
  if (text !== '') await userInput().type(input, text.replaceAll(/[{[]/g, '$&$&'))
}

/** The editor of code of this name, once it has come, and what stands in it. */
export async function code(name: Name): Promise<{ readonly element: HTMLElement; readonly text: () => string }> {
  await soon(() => expect(field(name).getAttribute('contenteditable')).toBe('true'))
  const lines = () => [...field(name).querySelectorAll('.cm-line')].map(({ textContent }) => textContent)
  return { element: field(name), text: () => lines().join('\n') }
}

/** Replaces what stands in an editor of code: all is chosen by a key, and the text pasted. */
export async function writeCode(name: Name, text: string): Promise<void> {
  const editor = await code(name)
  const hand = userInput()
  act(() => editor.element.focus())
  await hand.keyboard('{Control>}a{/Control}')
  await hand.paste(text)
  await soon(() => expect(editor.text()).toBe(text))
}

/** What an info mark says once it is pointed at. */
export async function hintOf(name: Name): Promise<string> {
  const hand = userInput()
  // A mark that is reached by keyboard says it when it has the focus: the mouse must have moved before it points.
  await hand.hover(document.body)
  await hand.hover(button(name))
  return (await screen.findByRole('tooltip')).textContent
}

/** One call a View has made. `path` is without the address of the server, `body` is read when it is JSON. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** Not enumerable: calls are compared without them. */
  readonly headers: Headers
}

/** What a server says: JSON, an answer, or what makes one. Keys are the start of a path, after a method or not. */
export type Answers = Readonly<Record<string, unknown>>

function bodyOf(init: RequestInit | undefined): unknown {
  if (typeof init?.body !== 'string') return init?.body ?? undefined
  try {
    return JSON.parse(init.body)
  } catch {
    return init.body
  }
}

/** Stands in for the server: answers what is said here, 404 to all else, and keeps what was asked, in order. */
export function serve(answers: Answers): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://localhost')
    const read = { method: init?.method ?? 'GET', path: pathname, query: searchParams, body: bodyOf(init) }
    const made: Call = Object.defineProperty(read as Call, 'headers', { value: new Headers(init?.headers) })
    calls.push(made)
    const key = Object.keys(answers)
      .toSorted((a, b) => b.length - a.length)
      .find((each) => made.path.startsWith(each) || `${made.method} ${made.path}`.startsWith(each))
    if (key === undefined) return Response.json({ message: `There is no ${made.path}` }, { status: 404 })
    const answer = answers[key]
    const said: unknown = typeof answer === 'function' ? await (answer as (call: Call) => unknown)(made) : answer
    return said instanceof Response ? said : Response.json(said)
  })
  return calls
}

/** Waits until this holds; assertions that fail are tried again. */
export const soon = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })

/** Whether a button may be pressed. */
export const isOpen = (name: Name): boolean => {
  const found = button(name)
  return !found.disabled && found.getAttribute('aria-disabled') !== 'true'
}
