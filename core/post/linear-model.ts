/** A fitted linear model: what it expects of a row, and how far values may lie from that. */
export interface LinearModel {
  expect(row: Float64Array): number
  /** Standard error of a new value at this row: of the noise and of the model itself. */
  error(row: Float64Array): number
}

/**
 * Least squares with a penalty on the squares of some coefficients. `penalties` has one weight per column; rows and
 * values are those of the history. Normal equations are solved by the inverse, which the errors need as well.
 */
export function fitLinear(rows: readonly Float64Array[], values: Float64Array, penalties: Float64Array): LinearModel {
  const size = penalties.length
  const normal = Array.from({ length: size }, (_, at) => {
    const line = new Float64Array(size)
    line[at] = penalties[at] as number
    return line
  })
  const moments = new Float64Array(size)
  for (const [at, row] of rows.entries()) {
    for (let i = 0; i < size; i++) {
      const line = normal[i] as Float64Array
      const cell = row[i] as number
      moments[i] = (moments[i] as number) + cell * (values[at] as number)
      for (let j = 0; j < size; j++) line[j] = (line[j] as number) + cell * (row[j] as number)
    }
  }
  const inverse = inverted(normal)
  const weights = inverse.map((line) => dot(line, moments))
  const expect = (row: Float64Array) => dot(weights, row)
  const residual = rows.reduce((sum, row, at) => sum + ((values[at] as number) - expect(row)) ** 2, 0)
  // Coefficients held back by their penalty count as less than one each.
  const used = inverse.reduce((sum, line, at) => sum + 1 - (penalties[at] as number) * (line[at] as number), 0)
  const noise = residual / Math.max(1, rows.length - used)
  return {
    expect,
    error: (row) =>
      Math.sqrt(
        noise *
          (1 +
            Math.max(
              0,
              dot(
                inverse.map((line) => dot(line, row)),
                row,
              ),
            )),
      ),
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/** The inverse of a symmetric matrix by elimination with pivots; a direction without weight is left out. */
function inverted(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length
  const left = matrix.map((line) => line.slice())
  const right = matrix.map((_, at) => new Float64Array(size).fill(0).fill(1, at, at + 1))
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
    for (let at = 0; at < size; at++) {
      const factor = at === column ? 0 : (left[at]?.[column] ?? 0)
      if (factor === 0) continue
      subtract(left[at], left[column], factor)
      subtract(right[at], right[column], factor)
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
