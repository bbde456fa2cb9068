import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { HiddenLine, InputTooLong, PromptInterrupted, makeTerminal } from './terminal.ts'

function fixture() {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (mode: boolean) => modes.push(mode),
  })
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = makeTerminal(
    input as unknown as Parameters<typeof makeTerminal>[0],
    { write: (text) => printed.push(text) },
    { write: (text) => lines.push(text) },
  )
  return { input, modes, printed, lines, terminal }
}

it.each([
  ['secret\r', 'secret'],
  ['secret\nnext', 'secret'],
  ['sex\x7fcret\r', 'secret'],
  ['\x7f\bwrong\x15secret\r', 'secret'],
  ['se\x1b[Dcr\x1bOAet\x1b[3~\t\r', 'secret'],
  ['pa ss💾x\x7f\r', 'pa ss💾'],
  ['\r', ''],
])('reads the typed keys %j as %j', (typed, text) => {
  const line = new HiddenLine()
  expect(line.type(typed)).toBe('done')
  expect(line.text).toBe(text)
})

it('Ctrl-C interrupts a prompt; Ctrl-D interrupts only an empty one', () => {
  expect(new HiddenLine().type('abc\x03')).toBe('interrupted')
  expect(new HiddenLine().type('\x04')).toBe('interrupted')
  expect(new HiddenLine().type('abc\x04')).toBe('more')
})

it('a hidden prompt does not echo, and the terminal is restored afterwards', async () => {
  const { input, modes, printed, lines, terminal } = fixture()
  expect(terminal.isPerson).toBe(true)
  const answer = terminal.promptHidden('Password: ')
  input.write('se')
  input.write('cret\r')
  expect(await answer).toBe('secret')
  expect(modes).toEqual([true, false])
  expect([printed.join(''), lines.join('')]).toEqual(['', 'Password: \n'])
  const second = terminal.promptHidden('Once more: ')
  input.write('secret\r')
  expect(await second).toBe('secret')
  const stopped = terminal.promptHidden('Again: ')
  input.write('sec\x03')
  await expect(stopped).rejects.toBeInstanceOf(PromptInterrupted)
  expect(modes).toEqual([true, false, true, false, true, false])
})

it('Standard input is read completely, up to 64 KiB', async () => {
  const { input, terminal } = fixture()
  input.end('päss\n')
  expect(await terminal.readAll()).toBe('päss\n')
  const { input: long, terminal: other } = fixture()
  long.end(Buffer.alloc(64 * 1024 + 1, 'x'))
  await expect(other.readAll()).rejects.toBeInstanceOf(InputTooLong)
})
