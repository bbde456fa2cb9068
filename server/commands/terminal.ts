import type { ReadStream } from 'node:tty'

/** Maximum number of bytes read from standard input. */
const MAX_INPUT_BYTES = 64 * 1024

/** Escape sequences of keys such as arrows; they are ignored. */
const KEY_SEQUENCE = new RegExp(`${String.fromCharCode(27)}(\\[[0-9;]*[~A-Za-z]|O[A-Z])?`, 'g')

/** The user interrupted a prompt. */
export class PromptInterrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Standard input exceeds the limit of all commands. */
export class InputTooLong extends Error {
  override readonly name = 'InputTooLong'
}

/** Input and output of a command. */
export interface Terminal {
  /** Prints one line of the result to standard output. */
  print(line: string): void
  /** Prints one status line to standard error, so that results can be piped. */
  printMessage(line: string): void
  /** True if the terminal is interactive. */
  readonly isPerson: boolean
  /** Prompts for hidden input until Enter. Rejects with `Interrupted` on Ctrl-C, and on Ctrl-D before any input. */
  promptHidden(question: string): Promise<string>
  /** Reads all of standard input. Rejects with `InputTooLong`. */
  readAll(): Promise<string>
}

type Input = Partial<Pick<ReadStream, 'isTTY'>> &
  Pick<ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off' | 'setEncoding'> &
  AsyncIterable<Uint8Array | string>
interface Output {
  write(text: string): unknown
}

/** Returns the terminal for these streams. */
export function makeTerminal(input: Input, output: Output, errors: Output): Terminal {
  return {
    print: (line) => void output.write(`${line}\n`),
    printMessage: (line) => void errors.write(`${line}\n`),
    isPerson: input.isTTY ?? false,
    async promptHidden(question) {
      errors.write(question)
      input.setRawMode(true)
      try {
        return await readHidden(input)
      } finally {
        input.setRawMode(false)
        input.pause()
        errors.write('\n')
      }
    },
    async readAll() {
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of input) {
        chunks.push(Buffer.from(chunk))
        bytes += chunk.length
        if (bytes > MAX_INPUT_BYTES) throw new InputTooLong(`More than ${MAX_INPUT_BYTES} bytes on standard input`)
      }
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

function readHidden(input: Input): Promise<string> {
  input.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    const line = new HiddenLine()
    const end = (finish: () => void) => {
      input.off('data', onData)
      input.off('end', onEnd)
      finish()
    }
    const onEnd = () => end(() => reject(new PromptInterrupted()))
    const onData = (chunk: string | Uint8Array) => {
      const state = line.type(String(chunk))
      if (state === 'done') end(() => resolve(line.text))
      if (state === 'interrupted') end(() => reject(new PromptInterrupted()))
    }
    input.on('data', onData)
    input.on('end', onEnd)
    input.resume()
  })
}

/** A line editor for a terminal in raw mode without echo. */
export class HiddenLine {
  #characters: string[] = []

  get text(): string {
    return this.#characters.join('')
  }

  /** Adds typed characters; anything after Enter is discarded. */
  type(typed: string): 'more' | 'done' | 'interrupted' {
    for (const each of typed.replace(KEY_SEQUENCE, '')) {
      if (each === '\r' || each === '\n') return 'done'
      if (each === '\x03' || (each === '\x04' && this.#characters.length === 0)) return 'interrupted'
      if (each === '\x7f' || each === '\b') this.#characters.pop()
      else if (each === '\x15') this.#characters = []
      else if (each >= ' ') this.#characters.push(each)
    }
    return 'more'
  }
}
