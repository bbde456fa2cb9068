/** Rows of numbers, stored consecutively in one array. */
export interface Design {
  readonly cells: Float64Array
  readonly width: number
  readonly length: number
}

/** A fitted linear model: the expected value of each row, and its standard error. */
export interface LinearModel {
  expect(design: Design): Float64Array
  /** Returns the standard error of a new value at each row, from noise and model uncertainty. */
  errors(design: Design): Float64Array
}

/**
 * Fits by least squares with a penalty on the squares of some coefficients (ridge regression). `penalties` has one
 * weight per column; design and values are those of the history. The normal equations are solved by the inverse, which
 * the errors need as well.
 */
export function fitLinear(history: Design, values: Float64Array, penalties: Float64Array): LinearModel {
  const { normal, moments } = normalEquations(history, values, penalties)
  const inverse = invertMatrix(normal)
  const weights = Float64Array.from(inverse, (line) => dot(line, moments))
  const expect = (design: Design) => products(design, weights)
  const expected = expect(history)
  const residual = values.reduce((sum, value, index) => sum + (value - (expected[index] as number)) ** 2, 0)
  // A penalized coefficient counts as less than one degree of freedom.
  const used = inverse.reduce((sum, line, index) => sum + 1 - (penalties[index] as number) * (line[index] as number), 0)
  const noise = residual / Math.max(1, history.length - used)
  return {
    expect,
    errors: (design) => quadratic(design, inverse).map((own) => Math.sqrt(noise * (1 + Math.max(0, own)))),
  }
}

function normalEquations({ cells, width, length }: Design, values: Float64Array, penalties: Float64Array) {
  const normal = Array.from({ length: width }, () => new Float64Array(width))
  const moments = new Float64Array(width)
  for (let row = 0; row < length; row++) {
    const start = row * width
    const value = values[row] as number
    for (let i = 0; i < width; i++) {
      const line = normal[i] as Float64Array
      const cell = cells[start + i] as number
      moments[i] = (moments[i] as number) + cell * value
      for (let j = i; j < width; j++) line[j] = (line[j] as number) + cell * (cells[start + j] as number)
    }
  }
  for (let i = 0; i < width; i++) {
    const line = normal[i] as Float64Array
    for (let j = 0; j < i; j++) line[j] = normal[j]?.[i] as number
  }
  for (const [index, line] of normal.entries()) line[index] = (line[index] as number) + (penalties[index] as number)
  return { normal, moments }
}

/** Multiplies each row by the weights. */
function products({ cells, width, length }: Design, weights: Float64Array): Float64Array {
  const result = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    let sum = 0
    for (let at = 0; at < width; at++) sum += (cells[row * width + at] as number) * (weights[at] as number)
    result[row] = sum
  }
  return result
}

/** Returns the quadratic form of a symmetric matrix for each row. */
function quadratic({ cells, width, length }: Design, matrix: readonly Float64Array[]): Float64Array {
  const result = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const start = row * width
    let sum = 0
    for (let i = 0; i < width; i++) {
      const line = matrix[i] as Float64Array
      const cell = cells[start + i] as number
      let beyond = 0
      for (let j = i + 1; j < width; j++) beyond += (line[j] as number) * (cells[start + j] as number)
      sum += cell * ((line[i] as number) * cell + 2 * beyond)
    }
    result[row] = sum
  }
  return result
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/** Inverts a symmetric matrix by elimination with pivots; a direction without weight is omitted. */
function invertMatrix(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length
  const left = matrix.map((line) => line.slice())
  const right = matrix.map((_, index) => new Float64Array(size).fill(0).fill(1, index, index + 1))
  for (let column = 0; column < size; column++) {
    let best = column
    for (let at = column + 1; at < size; at++) {
      if (Math.abs(left[at]?.[column] ?? 0) > Math.abs(left[best]?.[column] ?? 0)) best = at
    }
    swap(left, column, best)
    swap(right, column, best)
    const pivot = left[column]?.[column] ?? 0
    if (Math.abs(pivot) < 1e-12) {
      left[column]?.fill(0).fill(1, column, column + 1)
      right[column]?.fill(0)
      continue
    }
    scale(left[column], 1 / pivot)
    scale(right[column], 1 / pivot)
    for (let index = 0; index < size; index++) {
      const factor = index === column ? 0 : (left[index]?.[column] ?? 0)
      if (factor === 0) continue
      subtract(left[index], left[column], factor)
      subtract(right[index], right[column], factor)
    }
  }
  return right
}

function swap(lines: Float64Array[], a: number, b: number): void {
  const [first, second] = [lines[a], lines[b]]
  if (!first || !second) return
  lines[a] = second
  lines[b] = first
}

function scale(line: Float64Array | undefined, factor: number): void {
  if (!line) return
  for (let at = 0; at < line.length; at++) line[at] = (line[at] as number) * factor
}

function subtract(line: Float64Array | undefined, other: Float64Array | undefined, factor: number): void {
  if (!line || !other) return
  for (let at = 0; at < line.length; at++) line[at] = (line[at] as number) - factor * (other[at] as number)
}
