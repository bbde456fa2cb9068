import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '#core/rest/api-error.ts'
import { type TextEncoding, textEncodings } from '#core/rest/upload.ts'

/** Characters of the bytes 80 to 9f in Windows-1252; unassigned ones are control characters. */
const OF_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Names of Python for encodings, where they differ from the labels of the WHATWG. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'utf-8-sig': 'utf-8',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  'mac-roman': 'macintosh',
}

/** Returns the supported encoding with a name, such as `latin-1` or `sjis`; undefined for an unknown one. */
export function textEncodingOf(name: string): TextEncoding | undefined {
  const label = name.trim().toLowerCase().replaceAll('_', '-')
  // Latin-1 has no hyphen in its label, Shift_JIS has an underscore.
  for (const each of [OTHER_NAMES[label] ?? label, label.replace('-', ''), label.replaceAll('-', '_')]) {
    try {
      const { encoding } = new TextDecoder(each)
      const known = encoding === 'gbk' ? 'gb18030' : encoding
      return textEncodings.find((supported) => supported === known)
    } catch {
      // Unknown label.
    }
  }
  return undefined
}

/** Decodes bytes in consecutive calls; the last call has no bytes. */
type Decode = (bytes?: Uint8Array) => string

function decoderOf(encoding: TextEncoding): Decode {
  if (encoding === 'windows-1252') {
    // Node 20 decodes windows-1252 as Latin-1.
    return (bytes) =>
      Buffer.from(bytes ?? [])
        .toString('latin1')
        .replaceAll(/[\u0080-\u009f]/g, (char) => OF_1252[char.charCodeAt(0) - 0x80] ?? char)
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode())
}

/** Returns the encoding indicated by a byte order mark; undefined without one. */
function markOf(head: Uint8Array): TextEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

const withNul = (): ApiError => new ApiError('upload-unreadable', { args: ['it has NUL characters, as no text has'] })

const wrongEncoding = (encoding: TextEncoding, cause?: TypeError): ApiError =>
  new ApiError('upload-unreadable', { args: [`it is not text in ${encoding.toUpperCase()}`], cause })

const notUtf8 = (line: number): ApiError =>
  new ApiError('upload-unreadable', { args: [`its line ${line} is not text in UTF-8`] })

/** Yields a file as parts of text. Throws `upload-unreadable` if its bytes are invalid in the encoding. */
async function* textOf(parts: AsyncIterable<Uint8Array>, encoding: TextEncoding, isCut: boolean) {
  const decode = decoderOf(encoding)
  try {
    for await (const part of parts) {
      const text = decode(part)
      if (text.includes('\0')) throw withNul()
      yield text
    }
    // The last character of a truncated file may be incomplete.
    if (!isCut) yield decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw wrongEncoding(encoding, error)
  }
}

/** Size of a read in bytes. */
const READ_BYTES = 1 << 20
const LF = 10

/** Returns the number of line feeds in bytes. */
function lineFeeds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

/** Returns the number of complete lines before the first one that is not UTF-8. */
function linesOfUtf8(bytes: Uint8Array): number {
  let [count, from] = [0, 0]
  for (let end = bytes.indexOf(LF); end >= 0 && isUtf8(bytes.subarray(from, end)); end = bytes.indexOf(LF, from)) {
    count++
    from = end + 1
  }
  return count
}

/**
 * Returns the line of the first bytes of a file that are not UTF-8; undefined if there are none. Decodes nothing, which
 * takes several times as long. Throws `upload-unreadable` for NUL characters.
 */
async function lineNotInUtf8(file: string, isCut: boolean): Promise<number | undefined> {
  let rest: Uint8Array = new Uint8Array()
  let checked = 0
  for await (const part of createReadStream(file, { highWaterMark: READ_BYTES })) {
    const bytes = rest.length === 0 ? (part as Buffer) : Buffer.concat([rest, part as Buffer])
    const end = bytes.length - incompleteBytes(bytes)
    const text = bytes.subarray(0, end)
    if (!isUtf8(text)) return (await lineAt(file, checked)) + linesOfUtf8(text)
    if (text.includes(0)) throw withNul()
    checked += end
    rest = bytes.subarray(end)
  }
  // The last character of a truncated file may be incomplete.
  return rest.length > 0 && !isCut ? lineAt(file, checked) : undefined
}

/** Returns the line of the byte at an offset. The lines of a valid file, which is usual, are never counted. */
async function lineAt(file: string, offset: number): Promise<number> {
  let line = 1
  if (offset > 0)
    for await (const part of createReadStream(file, { end: offset - 1, highWaterMark: READ_BYTES }))
      line += lineFeeds(part as Buffer)
  return line
}

/** Returns the number of bytes at the end that may begin a character of more bytes. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > count ? count : 0
  }
  return 0
}

/** The encoding of a file, and the line of its first bytes that are not UTF-8 if it is only the most likely one. */
interface FileEncoding {
  readonly encoding: TextEncoding
  readonly lineNotUtf8?: number
}

/**
 * Returns the encoding of a file: by its byte order mark; UTF-8 if all bytes are valid; else the most common other one.
 */
export async function encodingOf(file: string, isCut = false): Promise<FileEncoding> {
  let mark: TextEncoding | undefined
  for await (const head of createReadStream(file, { end: 1 })) mark = markOf(head as Buffer)
  if (mark) return { encoding: mark }
  try {
    const line = await lineNotInUtf8(file, isCut)
    return line === undefined ? { encoding: 'utf-8' } : { encoding: 'windows-1252', lineNotUtf8: line }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { encoding: 'windows-1252', lineNotUtf8: 1 }
  }
}

/** Returns a UTF-8 copy of the file in the same folder; the file itself if it is UTF-8 or said to be. */
export async function inUtf8(file: string, encoding: TextEncoding): Promise<string> {
  if (encoding === 'utf-8') {
    const line = await lineNotInUtf8(file, false)
    if (line !== undefined) throw notUtf8(line)
    return file
  }
  const utf8File = `${file}.utf-8`
  await pipeline(Readable.from(textOf(createReadStream(file), encoding, false)), createWriteStream(utf8File))
  return utf8File
}

/** Writes the complete lines of a truncated file as UTF-8 to the same folder. */
export async function writeCompleteLines(file: string, encoding: TextEncoding): Promise<string> {
  let text = ''
  for await (const part of textOf(createReadStream(file), encoding, true)) text += part
  const linesFile = `${file}.lines`
  await pipeline(Readable.from([text.slice(0, text.lastIndexOf('\n') + 1)]), createWriteStream(linesFile))
  return linesFile
}
