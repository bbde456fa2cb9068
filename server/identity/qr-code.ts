/** Error correction codewords of a block, and blocks, by version 1 to 10 at level M (ISO/IEC 18004, table 9). */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
/** Codewords of a symbol by version, and the centres of its alignment patterns. */
const CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

/** The format of level M and mask 0 with its BCH code. */
const FORMAT = 0x5412

/** The modules of a QR code: true is dark. */
export type QrModules = readonly (readonly boolean[])[]

/** Returns the QR code of a text, at level M with mask 0. Throws if the text has more than 213 bytes. */
export function qrModules(text: string): QrModules {
  const bytes = Buffer.from(text, 'utf8')
  const version =
    CODEWORDS.findIndex((_, index) => bytes.length + 2 + (index >= 9 ? 1 : 0) <= dataLength(index + 1)) + 1
  if (version === 0) throw new RangeError('The text is too long for a QR code')
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const isFixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const set = (x: number, y: number, value: boolean) => {
    const [row, fixed] = [dark[y], isFixed[y]]
    if (!row || !fixed || x < 0 || x >= size) return
    row[x] = value
    fixed[x] = true
  }
  drawPatterns(version, size, set)
  const bits = [...interleaveBlocks(dataCodewords(bytes, version), version)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1) === 1),
  )
  let at = 0
  for (const [x, y] of positions(size)) {
    if (isFixed[y]?.[x]) continue
    const row = dark[y]
    if (row) row[x] = (bits[at++] ?? false) !== ((x + y) % 2 === 0)
  }
  return dark
}

/** Returns the QR code of a text as an SVG image with a margin of four modules. */
export function qrSvg(text: string): string {
  const modules = qrModules(text)
  const side = modules.length + 8
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path.join('')}"/></svg>`
}

type SetModule = (x: number, y: number, value: boolean) => void

function dataLength(version: number): number {
  const at = version - 1
  return (CODEWORDS[at] ?? 0) - (CORRECTION[at] ?? 0) * (BLOCKS[at] ?? 0)
}

/** Finder, timing and alignment patterns, format and version information. */
function drawPatterns(version: number, size: number, set: SetModule): void {
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0)
    set(index, 6, index % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4, set)
  const centres = ALIGNMENT[version - 1] ?? []
  const last = centres.at(-1)
  for (const x of centres)
    for (const y of centres) {
      const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isFinder) square(x, y, 2, (distance) => distance !== 1, set)
    }
  drawFormat(size, set)
  if (version >= 7) drawVersion(version, size, set)
}

function square(x: number, y: number, radius: number, isDark: (distance: number) => boolean, set: SetModule): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      if (y + dy >= 0) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
}

function drawFormat(size: number, set: SetModule): void {
  const bit = (at: number) => ((FORMAT >> at) & 1) === 1
  for (let at = 0; at <= 5; at++) set(8, at, bit(at))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at))
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at))
  set(8, size - 8, true)
}

function drawVersion(version: number, size: number, set: SetModule): void {
  let remainder = version
  for (let step = 0; step < 12; step++) remainder = (remainder << 1) ^ ((remainder >> 11) * 0x1f25)
  const bits = (version << 12) | remainder
  for (let at = 0; at < 18; at++) {
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)]
    set(far, near, ((bits >> at) & 1) === 1)
    set(near, far, ((bits >> at) & 1) === 1)
  }
}

/** Byte mode, length, data, terminator and padding. */
function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const length = dataLength(version)
  const bits = [0, 1, 0, 0]
  const append = (value: number, count: number) => {
    for (let index = count - 1; index >= 0; index--) bits.push((value >> index) & 1)
  }
  append(bytes.length, version >= 10 ? 16 : 8)
  for (const byte of bytes) append(byte, 8)
  append(0, Math.min(4, length * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  for (let index = 0; bits.length < length * 8; index++) append(index % 2 === 0 ? 0xec : 0x11, 8)
  return Array.from({ length }, (_, index) => Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2))
}

/** Splits data into blocks, and takes codewords of all blocks in turn. */
function interleaveBlocks(data: readonly number[], version: number): readonly number[] {
  const [count, correction] = [BLOCKS[version - 1] ?? 1, CORRECTION[version - 1] ?? 0]
  const short = Math.floor(data.length / count)
  const longFrom = count - (data.length % count)
  let from = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = data.slice(from, from + short + (index >= longFrom ? 1 : 0))
    from += block.length
    return { block, check: remainderOf(block, correction) }
  })
  const take = (part: 'block' | 'check', length: number) =>
    Array.from({ length }, (_, index) => blocks.flatMap((each) => each[part][index] ?? [])).flat()
  return [...take('block', short + 1), ...take('check', correction)]
}

/** Returns the product of two elements of GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

/** Returns the Reed-Solomon check codewords of a block. */
function remainderOf(block: readonly number[], degree: number): readonly number[] {
  let divisor = [...Array.from({ length: degree - 1 }, () => 0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    divisor = divisor.map((each, index) => multiply(each, root) ^ (divisor[index + 1] ?? 0))
    root = multiply(root, 2)
  }
  let remainder = Array.from({ length: degree }, () => 0)
  for (const byte of block) {
    const factor = byte ^ (remainder[0] ?? 0)
    remainder = [...remainder.slice(1), 0].map((each, index) => each ^ multiply(divisor[index] ?? 0, factor))
  }
  return remainder
}

/** The modules in the order of data: upwards and downwards in pairs of columns, from the right. */
function* positions(size: number): Generator<readonly [x: number, y: number]> {
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpwards = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = isUpwards ? size - 1 - step : step
      yield [right, y]
      yield [right - 1, y]
    }
  }
}
