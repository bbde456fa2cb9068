import type { ReadStream } from 'node:tty'

/** The most that is read from standard input, in bytes. */
const MAX_INPUT_BYTES = 64 * 1024

/** What keys such as arrows send; none of them means anything here. */
const KEY_SEQUENCE = new RegExp(`${String.fromCharCode(27)}(\\[[0-9;]*[~A-Za-z]|O[A-Z])?`, 'g')

/** The person stopped at a question. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** More was sent to standard input than any command reads. */
export class InputTooLong extends Error {
  override readonly name = 'InputTooLong'
}

/** What a command says and asks. */
export interface Terminal {
  /** One line of the result, to standard output. */
  print(line: string): void
  /** One line about what happened, to standard error, so that results can be piped. */
  tell(line: string): void
  /** Whether somebody sits there who can be asked. */
  readonly isPerson: boolean
  /** What is typed until Enter, not shown. Fails with `Interrupted` on Ctrl-C, and on Ctrl-D before anything is typed. */
  askHidden(question: string): Promise<string>
  /** Everything on standard input. Fails with `InputTooLong`. */
  readAll(): Promise<string>
}

type Input = Partial<Pick<ReadStream, 'isTTY'>> &
  Pick<ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off' | 'setEncoding'> &
  AsyncIterable<Uint8Array | string>
interface Output {
  write(text: string): unknown
}

/** The terminal of these streams. */
export function makeTerminal(input: Input, output: Output, errors: Output): Terminal {
  return {
    print: (line) => void output.write(`${line}\n`),
    tell: (line) => void errors.write(`${line}\n`),
    isPerson: input.isTTY ?? false,
    async askHidden(question) {
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
    const onEnd = () => end(() => reject(new Interrupted()))
    const onData = (chunk: string | Uint8Array) => {
      const state = line.type(String(chunk))
      if (state === 'done') end(() => resolve(line.text))
      if (state === 'interrupted') end(() => reject(new Interrupted()))
    }
    input.on('data', onData)
    input.on('end', onEnd)
    input.resume()
  })
}

/** A line as it is typed into a terminal that shows and edits nothing itself. */
export class HiddenLine {
  #characters: string[] = []

  get text(): string {
    return this.#characters.join('')
  }

  /** Takes what was typed; what follows Enter is lost. */
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
