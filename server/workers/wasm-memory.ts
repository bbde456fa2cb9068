const MEMORY_SECTION = 5
const HEADER = 8

/** Returns a WebAssembly program whose only memory never grows above `pages` of 64 KiB. Throws if it has no memory. */
export function withMemoryLimit(program: Uint8Array, pages: number): Uint8Array {
  for (let at = HEADER; at < program.length; ) {
    const length = readNumber(program, at + 1)
    const end = length.next + length.value
    if (program[at] === MEMORY_SECTION) {
      const count = readNumber(program, length.next)
      const least = readNumber(program, count.next + 1)
      const section = [1, 1, ...printNumber(least.value), ...printNumber(pages)]
      const head = [MEMORY_SECTION, ...printNumber(section.length)]
      return Buffer.concat([program.subarray(0, at), Buffer.from([...head, ...section]), program.subarray(end)])
    }
    at = end
  }
  throw new Error('The program has no memory section')
}

/** Parses an unsigned LEB128 number. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next: at + 1 }
  }
}

function printNumber(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}
