import type { Options, Parsed } from './operation.ts'

/** Reads options one by one and collects errors. */
export interface OptionReader {
  /** True if the option is present and not null. */
  has(name: string): boolean
  flag(name: string, otherwise: boolean): boolean
  number(name: string, otherwise: number): number
  text(name: string): string | undefined
  /** Reads a list of texts; a single text is a list of one. Absent or null: undefined. */
  texts(name: string): readonly string[] | undefined
  /** Reads the entries of an object in order, those accepted by `read`; absent or null: undefined. */
  pairs<T>(name: string, read: (value: unknown) => T | undefined): readonly (readonly [string, T])[] | undefined
  fail(message: string): void
}

/** Reads options with `read`; the result is used only if there were no errors. */
export function readOptions<O>(options: Options, read: (reader: OptionReader) => O): Parsed<O> {
  const errors: string[] = []
  const ok = read(readerOf(options, (message) => errors.push(message)))
  return errors.length > 0 ? { errors } : { ok }
}

function readerOf(options: Options, fail: (message: string) => void): OptionReader {
  const createError = (name: string) => fail(`Invalid option \`${name}\``)
  const at = (name: string) => options[name] ?? undefined
  return {
    has: (name) => at(name) !== undefined,
    fail,
    flag(name, otherwise) {
      const value = at(name)
      if (value !== undefined && typeof value !== 'boolean') createError(name)
      return typeof value === 'boolean' ? value : otherwise
    },
    number(name, otherwise) {
      const value = at(name)
      if (value === undefined) return otherwise
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof number === 'number' && Number.isFinite(number)) return number
      createError(name)
      return otherwise
    },
    text(name) {
      const value = at(name)
      if (value !== undefined && typeof value !== 'string') createError(name)
      return typeof value === 'string' ? value : undefined
    },
    texts(name) {
      const value = at(name)
      if (value === undefined) return undefined
      const list = Array.isArray(value) ? value : [value]
      if (list.every((each) => typeof each === 'string')) return list
      createError(name)
      return []
    },
    pairs(name, read) {
      const value = at(name)
      if (value === undefined) return undefined
      if (typeof value !== 'object' || Array.isArray(value)) {
        createError(name)
        return []
      }
      return Object.entries(value).flatMap(([key, each]) => {
        const passed = read(each)
        if (passed === undefined) createError(name)
        return passed === undefined ? [] : [[key, passed] as const]
      })
    },
  }
}

/** Reads a text, for `pairs`. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
