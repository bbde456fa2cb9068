import type { Input } from './input.ts'
import { bytesOf } from './send.ts'
import { childrenOf, pathsOf, type Tree, valueAt, withValue, withoutValue } from './tree.ts'

/** True if an input fails like the original. */
export type FailsFor = (input: Input) => Promise<boolean>

/** Returns a smaller input that still fails, after at most `tries` requests. */
export async function shrinkInput(input: Input, fails: FailsFor, tries = 200): Promise<Input> {
  let left = tries
  const still = async (candidate: Input) => left-- > 0 && (await fails(candidate))
  const addressed = await shrinkAddress(input, still)
  const { body } = addressed
  if (addressed.raw)
    return { ...addressed, raw: await shrinkBytes(addressed.raw, (raw) => still({ ...addressed, raw })) }
  if (body === undefined) return addressed
  if (body instanceof Uint8Array) {
    return { ...addressed, body: await shrinkBytes(body, (smaller) => still({ ...addressed, body: smaller })) }
  }
  return { ...addressed, body: await shrinkTree(body, (smaller) => still({ ...addressed, body: smaller })) }
}

async function shrinkAddress(input: Input, still: FailsFor): Promise<Input> {
  const [path = '', query] = input.path.split(/\?(.*)/s)
  let stored = input
  for (const part of query?.split('&') ?? []) {
    const [, others = ''] = stored.path.split(/\?(.*)/s)
    const rest = others.split('&').filter((each) => each !== part)
    const candidate = { ...stored, path: rest.length > 0 ? `${path}?${rest.join('&')}` : path }
    if (await still(candidate)) stored = candidate
  }
  return stored
}

async function shrinkTree(tree: Tree, still: (tree: Tree) => Promise<boolean>): Promise<Tree> {
  let stored = tree
  for (let removed = true; removed; ) {
    removed = false
    // The largest subtrees are nearest to the root.
    for (const path of pathsOf(stored).toSorted((a, b) => a.length - b.length)) {
      if (path.length === 0) continue
      const value = valueAt(stored, path)
      const smaller =
        typeof value === 'string' && value.length > 40
          ? withValue(stored, path, value.slice(0, value.length / 2))
          : undefined
      for (const candidate of [withoutValue(stored, path), ...(smaller === undefined ? [] : [smaller])]) {
        if (!(await still(candidate))) continue
        stored = candidate
        removed = true
        break
      }
      if (removed) break
    }
    if (childrenOf(stored).length === 0) break
  }
  return stored
}

async function shrinkBytes(bytes: Uint8Array, still: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let stored = bytes
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < stored.length; ) {
      const candidate = Buffer.concat([stored.subarray(0, at), stored.subarray(at + size)])
      if (await still(candidate)) stored = candidate
      else at += size
    }
    if (size < 8) break
  }
  return stored
}

const SHOWN = 4000

/** Returns an input in a form that a user can send again. */
export function printInput(input: Input): string {
  if (input.raw) return JSON.stringify(Buffer.from(input.raw).toString('latin1').slice(0, SHOWN))
  const body = bytesOf(input)
  const text = body === undefined ? '' : Buffer.from(body).toString()
  const shown = body === undefined ? '' : text.includes('\ufffd') ? Buffer.from(body).toString('base64') : text
  const heads = Object.entries(input.headers).map(([name, value]) => `${name}: ${value}`)
  return [`${input.method} ${input.path.slice(0, SHOWN)}   (${input.caller})`, ...heads, shown.slice(0, SHOWN)].join(
    '\n  ',
  )
}
