import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/* Helpers of DOM tests: find elements by their accessible names, and press, select and type like a user. */

type Name = string | RegExp

/** Simulates mouse and keyboard. Without layout, every element can be pointed at. */
export const userInput = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })

/** A label matches the start of the name: the name of a select continues with its selection. */
const startsWithName = (name: Name) => (typeof name === 'string' ? (text: string) => text.startsWith(name) : name)

export const button = (name: Name) => screen.getByRole<HTMLButtonElement>('button', { name })
export const box = (label: Name) => screen.getByRole('combobox', { name: startsWithName(label) })
export const field = (label: Name) => screen.getByRole<HTMLInputElement>('textbox', { name: label })

/** Presses a button, or an element with another role, as soon as it is there. */
export async function press(name: Name, role = 'button'): Promise<void> {
  await userInput().click(screen.queryByRole(role, { name }) ?? (await screen.findByRole(role, { name })))
}

/** Turns the wheel over an element by this many pixels; returns true if the page handled it. */
export function scrollWheel(element: Element, deltaY: number): boolean {
  const event = new WheelEvent('wheel', { deltaY, cancelable: true, bubbles: true })
  element.dispatchEvent(event)
  return event.defaultPrevented
}

/** Opens a select and selects the option with this name. */
export async function choose(label: Name, option: Name): Promise<void> {
  await userInput().click(box(label))
  await userInput().click(screen.getByRole('option', { name: option }))
}

/** Returns the options of a select and closes it unchanged. */
export async function readOptions(label: Name): Promise<string[]> {
  await userInput().click(box(label))
  const names = screen.getAllByRole('option').map((option) => option.textContent)
  await userInput().keyboard('{Escape}')
  return names
}

/** Replaces the text of a field by a pasted one, which is faster than a key press per character. */
export async function write(label: Name, text: string): Promise<void> {
  const hand = userInput()
  await hand.clear(field(label))
  if (text !== '') await hand.paste(text)
}

/** Returns the code editor with this name, once it is loaded, and its text. */
export async function findCodeEditor(
  name: Name,
): Promise<{ readonly element: HTMLElement; readonly text: () => string }> {
  await waitForAssertion(() => expect(field(name).getAttribute('contenteditable')).toBe('true'))
  const lines = () => [...field(name).querySelectorAll('.cm-line')].map(({ textContent }) => textContent)
  return { element: field(name), text: () => lines().join('\n') }
}

/** Replaces the text of a code editor: selects all by shortcut and pastes the text. */
export async function writeCode(name: Name, text: string): Promise<void> {
  const editor = await findCodeEditor(name)
  const hand = userInput()
  act(() => editor.element.focus())
  await hand.keyboard('{Control>}a{/Control}')
  await hand.paste(text)
  await waitForAssertion(() => expect(editor.text()).toBe(text))
}

/** Returns the tooltip of an info icon. */
export async function hintOf(name: Name): Promise<string> {
  const hand = userInput()
  // An icon that can be focused shows it on focus too: the mouse must move before it hovers.
  await hand.hover(document.body)
  await hand.hover(button(name))
  return (await screen.findByRole('tooltip')).textContent
}

/** A request of a View. `path` has no origin, `body` is parsed if it is JSON. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** Not enumerable: requests are compared without them. */
  readonly headers: Headers
}

/**
 * The server's responses: JSON, a response, or a function that makes one. Keys are the start of a path, optionally
 * after a method.
 */
export type MockResponses = Readonly<Record<string, unknown>>

function bodyOf(init: RequestInit | undefined): unknown {
  if (typeof init?.body !== 'string') return init?.body ?? undefined
  try {
    return JSON.parse(init.body)
  } catch {
    return init.body
  }
}

/** Simulates the server: returns these responses, 404 for all else, and records the requests in order. */
export function mockResponses(answers: MockResponses): Call[] {
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

/** Waits until the check passes; failed assertions are retried. */
export const waitForAssertion = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })

/** True if a button is enabled. */
export const isOpen = (name: Name): boolean => {
  const found = button(name)
  return !found.disabled && found.getAttribute('aria-disabled') !== 'true'
}
