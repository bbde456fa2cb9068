import type { CsvDialect } from './csv-records.ts'

/** A type of a column whose plain values are recognised by their bytes. `EMPTY` is text without values. */
export type PlainType = 'BIGINT' | 'DOUBLE' | 'DATE' | 'TIMESTAMP' | 'BOOLEAN' | 'EMPTY'

/** Maximum number of columns of a file; each has a state for each character of its values. */
export const MAX_PLAIN_COLUMNS = 500
/** Digits of every integer that `BIGINT` and `DOUBLE` hold exactly, and decimals of a number. */
const [INTEGER_DIGITS, DOUBLE_DIGITS, DECIMALS, SECOND_DECIMALS] = [18, 15, 30, 6]
const LF_BYTE = 10

/** Classes of bytes. The table has room for 32 of them in a row. */
const [OTHER, DELIMITER, LF, CR, QUOTE, ZERO, NONZERO, FIRST_SIGN] = [0, 1, 2, 3, 4, 5, 6, 7]
const SIGNS: readonly string[] = '-.: Ttrueflas'.split('')
const ROW = 32
const DIGIT = [ZERO, NONZERO]
const signClasses = (characters: string): readonly number[] =>
  characters.split('').map((each) => FIRST_SIGN + SIGNS.indexOf(each))
const repeatClasses = (classes: readonly number[], count: number) => Array.from({ length: count }, () => classes)

/** Returns the class of each byte. The delimiter and the quote may be any character. */
function classesOf({ delimiter, quote }: CsvDialect): Uint8Array {
  const classes = new Uint8Array(256).fill(OTHER)
  const set = (character: string, byteClass: number) => (classes[character.charCodeAt(0)] = byteClass)
  for (const [index, each] of SIGNS.entries()) {
    if (!/[tT]/.test(each)) set(each.toUpperCase(), FIRST_SIGN + index)
    set(each, FIRST_SIGN + index)
  }
  set('0', ZERO)
  for (const digit of '123456789') set(digit, NONZERO)
  set('\n', LF)
  set('\r', CR)
  if (quote !== '') set(quote, QUOTE)
  set(delimiter, DELIMITER)
  return classes
}

/** The table of states under construction: the next state by state and class of byte. */
class StateTable {
  readonly #rows: number[][] = []

  /** Adds a state from which all bytes lead to one other, by default to itself. */
  add(next = this.#rows.length): number {
    return this.#rows.push(Array.from({ length: ROW }, () => next)) - 1
  }

  fill(state: number, next: number): void {
    this.#rows[state]?.fill(next)
  }

  set(state: number, classes: readonly number[], next: number): void {
    for (const each of classes) (this.#rows[state] as number[])[each] = next
  }

  /** Returns the table with states as the offsets of their rows. */
  offsets(): Int32Array {
    return Int32Array.from(this.#rows.flat(), (state) => state * ROW)
  }
}

/** The states after a field and after a record. */
interface Following {
  readonly field: number
  readonly record: number
}

interface TextStates {
  readonly start: number
  readonly inside: number
}

interface TextOptions {
  readonly start: number
  /** The state after the field; by default another field of text follows. */
  readonly field?: number
  readonly record: number
}

/** Adds the states of a field of any text. */
function addText(table: StateTable, { start, field = start, record }: TextOptions): TextStates {
  const [inside, quoted] = [table.add(), table.add()]
  const afterQuote = table.add(inside)
  table.fill(start, inside)
  for (const state of [inside, start, afterQuote]) {
    table.set(state, [DELIMITER], field)
    table.set(state, [LF], record)
  }
  table.set(start, [QUOTE], quoted)
  table.set(quoted, [QUOTE], afterQuote)
  table.set(afterQuote, [QUOTE], quoted)
  return { start, inside }
}

interface ValueOptions {
  readonly start: number
  /** The state after a byte that is in no plain value. */
  readonly rejected: number
}

/** Adds the states of the values of one column. */
class ValueStates {
  readonly #start: number
  readonly #table: StateTable
  readonly #following: Following
  readonly #rejected: number
  readonly #afterReturn: number

  constructor(table: StateTable, following: Following, { start, rejected }: ValueOptions) {
    this.#table = table
    this.#following = following
    this.#start = start
    this.#rejected = rejected
    this.#afterReturn = table.add(rejected)
    table.set(this.#afterReturn, [LF], following.record)
    table.fill(start, rejected)
    this.#accept([start])
  }

  /** Adds the plain values of a type. A field without a value is plain in all of them. */
  add(type: PlainType): void {
    if (type === 'BIGINT') this.#accept(this.#integers(INTEGER_DIGITS, false))
    else if (type === 'DOUBLE') this.#addNumbers()
    else if (type === 'DATE' || type === 'TIMESTAMP') this.#addDates(type)
    else if (type === 'BOOLEAN')
      for (const letters of [
        ['Tt', 'r', 'u', 'e'],
        ['f', 'a', 'l', 's', 'e'],
      ])
        this.#accept(this.#chain([this.#start], letters.map(signClasses)).slice(-1))
  }

  #addNumbers(): void {
    const integers = this.#integers(DOUBLE_DIGITS, true)
    const point = this.#chain(integers, [signClasses('.')])
    this.#accept([...integers, ...this.#chain(point, repeatClasses(DIGIT, DECIMALS))])
  }

  #addDates(type: 'DATE' | 'TIMESTAMP'): void {
    const numbers = (mark: string, counts: readonly number[]) =>
      counts.flatMap((count, at) => [...(at === 0 ? [] : [signClasses(mark)]), ...repeatClasses(DIGIT, count)])
    const day = this.#chain([this.#start], numbers('-', [4, 2, 2])).slice(-1)
    if (type === 'DATE') return this.#accept(day)
    const second = this.#chain(day, [signClasses(' T'), ...numbers(':', [2, 2, 2])]).slice(-1)
    const point = this.#chain(second, [signClasses('.')])
    this.#accept([...second, ...this.#chain(point, repeatClasses(DIGIT, SECOND_DECIMALS))])
  }

  /** Adds integers without leading zeros. Returns the states after each digit. */
  #integers(digits: number, hasNegativeZero: boolean): readonly number[] {
    const minus = this.#chain([this.#start], [signClasses('-')])
    const zero = this.#chain(hasNegativeZero ? [this.#start, ...minus] : [this.#start], [[ZERO]])
    return [...zero, ...this.#chain([this.#start, ...minus], [[NONZERO], ...repeatClasses(DIGIT, digits - 1)])]
  }

  /** Appends a sequence of byte classes to the states `from`. Adds one state for each class and returns them. */
  #chain(from: readonly number[], sequence: readonly (readonly number[])[]): readonly number[] {
    let before = from
    return sequence.map((classes) => {
      const state = this.#table.add(this.#rejected)
      for (const each of before) this.#table.set(each, classes, state)
      before = [state]
      return state
    })
  }

  /** Marks states in which the field may end. */
  #accept(states: readonly number[]): void {
    for (const state of states) {
      this.#table.set(state, [DELIMITER], this.#following.field)
      this.#table.set(state, [LF], this.#following.record)
      this.#table.set(state, [CR], this.#afterReturn)
    }
  }
}

/** The states of a column as text, and the one in which its field begins. */
interface ColumnStates {
  readonly text: TextStates
  readonly start: number
}

/** Adds the states of all columns. A field after the last one is text: the engine rejects its record. */
function addColumns(table: StateTable, types: readonly (PlainType | undefined)[]): readonly ColumnStates[] {
  const starts = types.map(() => table.add())
  const record = starts[0] ?? 0
  const extra = addText(table, { record, start: table.add() }).start
  return types.map((type, at) => {
    const [start, following] = [starts[at] ?? record, { field: starts[at + 1] ?? extra, record }]
    if (type === undefined) return { text: addText(table, { ...following, start }), start }
    new ValueStates(table, following, { start, rejected: at }).add(type)
    return { text: addText(table, { ...following, start: table.add() }), start }
  })
}

/** The offsets at which the quarters of a part begin. All but the first are after a line feed. */
type Quarters = readonly [number, number, number, number]

function quartersOf(part: Uint8Array): Quarters {
  const after = (share: number) => part.indexOf(LF_BYTE, Math.floor(part.length * share)) + 1
  const [second, third, fourth] = [after(1 / 4), after(2 / 4), after(3 / 4)]
  const isDivided = second > 0 && second < third && third < fourth
  return isDivided ? [0, second, third, fourth] : [0, part.length, part.length, part.length]
}

/**
 * Finds the columns of a file whose values are all plain: in a form with one reading, so that the engine may read them in
 * their type. It takes one table access for each byte, which is cheaper than SQL over texts. The file must be one that
 * `PlainRecordCounter` counts.
 */
export class PlainValueScanner {
  readonly #table: Int32Array
  readonly #classes: Uint8Array
  readonly #columns: readonly ColumnStates[]
  readonly #plain: boolean[]
  /** The number of a state below this one is that of a column with a value of another form. */
  readonly #firstState: number
  /** The state at the beginning of a record. */
  readonly #record: number
  #state: number
  #hasOnlyPlain = true

  constructor(marks: CsvDialect, types: readonly (PlainType | undefined)[], hasHeader: boolean) {
    const table = new StateTable()
    for (const _ of types) table.add()
    this.#firstState = types.length * ROW
    this.#plain = types.map((type) => type !== undefined)
    this.#classes = classesOf(marks)
    this.#columns = addColumns(table, types)
    const record = this.#columns[0]?.start ?? 0
    this.#record = record * ROW
    this.#state = (hasHeader ? addText(table, { record, start: table.add() }).start : record) * ROW
    this.#table = table.offsets()
  }

  /**
   * Scans the next part of the file, without its byte order mark. Quarters of the part are scanned in turns: each table
   * access depends on the one before, and the processor runs several at once.
   */
  push(part: Uint8Array): void {
    const begins = quartersOf(part)
    const [first, second, third, fourth] = begins
    const shared = Math.min(second - first, third - second, fourth - third, part.length - fourth)
    const states = this.#scanTogether(part, begins, shared)
    let state = this.#state
    for (const [index, begin] of begins.entries()) {
      const end = begins[index + 1] ?? part.length
      // A quarter that begins within quotes is scanned again.
      const isKnown = index === 0 || state === this.#record
      state = isKnown
        ? this.#scan(part, begin + shared, end, states[index] as number)
        : this.#scan(part, begin, end, state)
    }
    this.#state = state
  }

  #scan(part: Uint8Array, begin: number, end: number, from: number): number {
    const [table, classes, firstState] = [this.#table, this.#classes, this.#firstState]
    let state = from
    for (let at = begin; at < end; at++) {
      const byteClass = classes[part[at] as number] as number
      const next = table[state + byteClass] as number
      state = next < firstState ? this.#reject(next / ROW, state, byteClass) : next
    }
    return state
  }

  /** Scans the same number of bytes of each quarter. Returns the states after them. */
  #scanTogether(part: Uint8Array, [, second, third, fourth]: Quarters, count: number): readonly number[] {
    const [table, classes, firstState] = [this.#table, this.#classes, this.#firstState]
    let a = this.#state
    let b = this.#record
    let c = b
    let d = b
    for (let index = 0; index < count; index++) {
      const classA = classes[part[index] as number] as number
      const classB = classes[part[second + index] as number] as number
      const classC = classes[part[third + index] as number] as number
      const classD = classes[part[fourth + index] as number] as number
      const nextA = table[a + classA] as number
      const nextB = table[b + classB] as number
      const nextC = table[c + classC] as number
      const nextD = table[d + classD] as number
      a = nextA < firstState ? this.#reject(nextA / ROW, a, classA) : nextA
      b = nextB < firstState ? this.#reject(nextB / ROW, b, classB) : nextB
      c = nextC < firstState ? this.#reject(nextC / ROW, c, classC) : nextC
      d = nextD < firstState ? this.#reject(nextD / ROW, d, classD) : nextD
    }
    return [a, b, c, d]
  }

  /** True until a value of a column with a type is not plain. */
  get hasOnlyPlain(): boolean {
    return this.#hasOnlyPlain
  }

  /** Ends the file. Returns for each column whether all of its values are plain; false for columns without a type. */
  end(): readonly boolean[] {
    this.push(Uint8Array.of(LF_BYTE))
    return this.#plain
  }

  /** Reads the rest of a column as text. Returns the state after the byte that is in no plain value. */
  #reject(column: number, state: number, byteClass: number): number {
    const { text, start } = this.#columns[column] as ColumnStates
    this.#plain[column] = false
    this.#hasOnlyPlain = false
    const isStart = state === start * ROW
    const textRow = (isStart ? text.start : text.inside) * ROW
    this.#table.copyWithin(start * ROW, text.start * ROW, (text.start + 1) * ROW)
    return this.#table[textRow + byteClass] as number
  }
}
