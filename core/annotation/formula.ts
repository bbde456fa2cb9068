import { t } from '#core/text/t.ts'

/** A formula of time: returns its value at `x` in epoch milliseconds, or null where it is undefined. */
export type Formula = (x: number) => number | null

/** Why a text is not a valid formula; `at` counts characters from 0. */
export interface FormulaError {
  readonly kind: 'fault'
  readonly message: string
  readonly at: number
}

type Node = (x: number) => number

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E }

/** Functions by name, with their minimum and maximum number of arguments. */
const FUNCTIONS: Readonly<Record<string, readonly [least: number, most: number, (...values: number[]) => number]>> = {
  sin: [1, 1, Math.sin],
  cos: [1, 1, Math.cos],
  tan: [1, 1, Math.tan],
  exp: [1, 1, Math.exp],
  log: [1, 2, (value, base) => (base === undefined ? Math.log(value) : Math.log(value) / Math.log(base))],
  ln: [1, 1, Math.log],
  sqrt: [1, 1, Math.sqrt],
  abs: [1, 1, Math.abs],
  pow: [2, 2, (base, exponent) => base ** exponent],
  min: [1, 20, Math.min],
  max: [1, 20, Math.max],
  floor: [1, 1, Math.floor],
  ceil: [1, 1, Math.ceil],
  round: [1, 1, Math.round],
}

/** Longer texts and deeper nesting are rejected. */
const LONGEST = 1000
const DEEPEST = 50

class FormulaSyntaxError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

export function isFormulaError(result: Formula | FormulaError): result is FormulaError {
  return typeof result !== 'function'
}

/**
 * Parses a formula: numbers, `x`, `pi`, `e`, `+ - * / % ^`, parentheses and functions. A prefix `y = …` or `f(x) = …`
 * is allowed. A number or bracket directly before a name or bracket multiplies it. `^` is right-associative and binds
 * tighter than a sign. The text is never evaluated as code.
 */
export function parseFormula(text: string): Formula | FormulaError {
  if (text.length > LONGEST) return { kind: 'fault', message: t('The formula is too long'), at: LONGEST }
  const head = /^\s*(?:y|f\s*\(\s*x\s*\))\s*=/i.exec(text)?.[0].length ?? 0
  try {
    const node = new Reader(text, head).whole()
    return (x) => {
      const value = node(x)
      return Number.isFinite(value) ? value : null
    }
  } catch (error) {
    if (error instanceof FormulaSyntaxError) return { kind: 'fault', message: error.message, at: error.at }
    throw error
  }
}

class Reader {
  readonly #text: string
  #at: number
  #depth = 0

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
  }

  whole(): Node {
    if (this.#peek() === '') throw new FormulaSyntaxError(t('The formula is empty'), this.#at)
    const node = this.#sum()
    if (this.#peek() !== '') this.#unexpected()
    return node
  }

  #unexpected(): never {
    const found = this.#peek()
    if (found === '') throw new FormulaSyntaxError(t('The formula ends too early'), this.#at)
    throw new FormulaSyntaxError(t('Unexpected %s at position %s', found, this.#at + 1), this.#at)
  }

  /** Returns the next non-blank character, or an empty string at the end. */
  #peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#text[this.#at] ?? ''
  }

  #take(characters: string): string {
    const next = this.#peek()
    if (next === '' || !characters.includes(next)) return ''
    this.#at += 1
    return next
  }

  #sum(): Node {
    let left = this.#product()
    for (let sign = this.#take('+-'); sign !== ''; sign = this.#take('+-')) {
      const [a, b] = [left, this.#product()]
      left = sign === '+' ? (x) => a(x) + b(x) : (x) => a(x) - b(x)
    }
    return left
  }

  #product(): Node {
    let left = this.#signed()
    for (;;) {
      const sign = this.#take('*/%')
      if (sign === '' && !/[\w.(]/.test(this.#peek())) return left
      const [a, b] = [left, sign === '' ? this.#power() : this.#signed()]
      left = sign === '/' ? (x) => a(x) / b(x) : sign === '%' ? (x) => a(x) % b(x) : (x) => a(x) * b(x)
    }
  }

  #signed(): Node {
    const sign = this.#take('+-')
    if (sign === '') return this.#power()
    const value = this.#deeper(() => this.#signed())
    return sign === '-' ? (x) => -value(x) : value
  }

  #power(): Node {
    const base = this.#atom()
    if (this.#take('^') === '') return base
    const exponent = this.#deeper(() => this.#signed())
    return (x) => base(x) ** exponent(x)
  }

  #atom(): Node {
    this.#peek()
    const rest = this.#text.slice(this.#at)
    const number = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(rest)?.[0]
    if (number !== undefined) {
      this.#at += number.length
      const value = Number(number)
      return () => value
    }
    if (this.#take('(') !== '') return this.#closed()
    const name = /^[A-Za-z]+\d*/.exec(rest)?.[0]
    return name === undefined ? this.#unexpected() : this.#named(name)
  }

  #closed(): Node {
    const node = this.#deeper(() => this.#sum())
    if (this.#take(')') === '') this.#unexpected()
    return node
  }

  #named(name: string): Node {
    const at = this.#at
    const word = name.toLowerCase()
    this.#at += name.length
    if (word === 'x') return (x) => x
    if (Object.hasOwn(CONSTANTS, word)) {
      const value = CONSTANTS[word] as number
      return () => value
    }
    const found = Object.hasOwn(FUNCTIONS, word) ? FUNCTIONS[word] : undefined
    if (!found) throw new FormulaSyntaxError(t('%s is not known in formulas', name), at)
    return this.#call(name, found, at)
  }

  #call(name: string, [least, most, apply]: (typeof FUNCTIONS)[string] & object, at: number): Node {
    if (this.#take('(') === '') this.#unexpected()
    const values: Node[] = []
    do values.push(this.#deeper(() => this.#sum()))
    while (this.#take(',') !== '')
    if (this.#take(')') === '') this.#unexpected()
    if (values.length < least || values.length > most) {
      throw new FormulaSyntaxError(t('%s does not take %s values', name, values.length), at)
    }
    return (x) => apply(...values.map((value) => value(x)))
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new FormulaSyntaxError(t('The formula is nested too deeply'), this.#at)
    const result = read()
    this.#depth -= 1
    return result
  }
}
