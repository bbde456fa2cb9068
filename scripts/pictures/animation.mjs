/** @import { Page } from '@playwright/test' */

/**
 * One frame of an animation: a part of the picture, as a WebP file.
 * @typedef {{ x: number, y: number, width: number, height: number, milliseconds: number, webp: Buffer }} Frame
 */

/** The longest duration of a frame that the format can store. */
const MAX_MILLISECONDS = 0xff_ff_ff

/**
 * @param {number} value
 * @param {number} bytes
 * @returns {Buffer} the number, little-endian
 */
function integer(value, bytes) {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/**
 * @param {string} name four letters
 * @param {...Buffer} parts
 * @returns {Buffer} a RIFF chunk, padded to an even length
 */
function chunk(name, ...parts) {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(name), integer(content.length, 4), content, Buffer.alloc(content.length % 2)])
}

/**
 * @param {Buffer} webp a still image
 * @returns {Buffer} its image data, as chunks
 */
function imageData(webp) {
  const chunks = []
  for (let at = 12; at + 8 <= webp.length; ) {
    const name = webp.toString('latin1', at, at + 4)
    const size = webp.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (['VP8 ', 'VP8L', 'ALPH'].includes(name)) chunks.push(webp.subarray(at, end))
    at = end
  }
  return Buffer.concat(chunks)
}

/**
 * Joins still WebP images to an animated one, without encoding them again. The animation repeats.
 * @param {{ width: number, height: number }} size
 * @param {readonly Frame[]} frames offsets are even
 * @returns {Buffer}
 */
export function animatedWebp({ width, height }, frames) {
  const ANIMATED = 2
  const NO_BLENDING = 2
  const header = Buffer.concat([integer(ANIMATED, 4), integer(width - 1, 3), integer(height - 1, 3)])
  const chunks = [
    chunk('VP8X', header),
    // A background, then the number of repetitions; 0 is without end.
    chunk('ANIM', Buffer.alloc(4, 255), integer(0, 2)),
    ...frames.map((frame) =>
      chunk(
        'ANMF',
        integer(frame.x / 2, 3),
        integer(frame.y / 2, 3),
        integer(frame.width - 1, 3),
        integer(frame.height - 1, 3),
        integer(Math.min(MAX_MILLISECONDS, Math.round(frame.milliseconds)), 3),
        integer(NO_BLENDING, 1),
        imageData(frame.webp),
      ),
    ),
  ]
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF'), integer(content.length, 4), content])
}

/**
 * Encodes screenshots as frames that contain only what has changed. A frame without a change lengthens the previous one.
 * @param {Page} page a separate blank page, which encodes
 * @param {readonly { png: Buffer, milliseconds: number }[]} shots all of the same size
 * @param {number} width of the animation in pixels; screenshots are scaled to it
 * @param {number} quality 0 to 1
 * @returns {Promise<{ size: { width: number, height: number }, frames: Frame[] }>}
 */
export async function encodeFrames(page, shots, width, quality) {
  /** @type {Frame[]} */
  const frames = []
  let size = { width, height: 0 }
  for (const { png, milliseconds } of shots) {
    const part = await page.evaluate(encodeChange, { png: png.toString('base64'), width, quality })
    size = part.size
    const last = frames.at(-1)
    if (part.box) frames.push({ ...part.box, milliseconds, webp: Buffer.from(part.webp, 'base64') })
    else if (last) last.milliseconds += milliseconds
  }
  return { size, frames }
}

/**
 * Runs in the page: returns the changed part of a screenshot. The page remembers the previous screenshot.
 * @param {{ png: string, width: number, quality: number }} input
 */
async function encodeChange({ png, width, quality }) {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const height = 2 * Math.round((image.height * width) / image.width / 2)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }))
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  const known = /** @type {{ previous?: Uint32Array }} */ (/** @type {unknown} */ (globalThis))
  const { previous } = known
  known.previous = pixels
  let [left, top, right, bottom] = previous ? [width, height, -1, -1] : [0, 0, width - 1, height - 1]
  for (const at of previous ? pixels.keys() : []) {
    if (pixels[at] === previous?.[at]) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const size = { width, height }
  if (right < 0) return { size, box: undefined, webp: '' }
  const [x, y] = [left - (left % 2), top - (top % 2)]
  const box = { x, y, width: right - x + 1, height: bottom - y + 1 }
  const part = Object.assign(document.createElement('canvas'), { width: box.width, height: box.height })
  part.getContext('2d')?.drawImage(canvas, -x, -y)
  const address = part.toDataURL('image/webp', quality)
  return { size, box, webp: address.slice(address.indexOf(',') + 1) }
}
