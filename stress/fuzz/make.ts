import { address, bytes } from './addresses.ts'
import { form, jsonBody, type InputGenerator, mistransmittedBody } from './bodies.ts'
import { bundle, upload } from './files.ts'
import type { Input } from './input.ts'
import { listQuery, queryParameters, risonQuery, timeQuery } from './queries.ts'
import { randomOf } from './random.ts'
import type { Names } from './fixture.ts'

/** Types of input with their percentages. */
const kinds: Readonly<Record<string, { readonly share: number; readonly make: InputGenerator }>> = {
  body: { share: 34, make: jsonBody },
  transport: { share: 6, make: mistransmittedBody },
  form: { share: 4, make: form },
  rison: { share: 10, make: risonQuery },
  list: { share: 9, make: listQuery },
  parameters: { share: 5, make: queryParameters },
  time: { share: 9, make: timeQuery },
  upload: { share: 4, make: upload },
  import: { share: 6, make: bundle },
  address: { share: 10, make: address },
  bytes: { share: 3, make: bytes },
}

/** Most code requires a permission. */
const CALLERS = ['admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'reader', 'reader', 'nobody'] as const

export const kindNames: readonly string[] = Object.keys(kinds)

/** Returns the nth input of a seed, reproducible with the same names. */
export function makeInput(seed: number, nth: number, names: Names): Input {
  const random = randomOf(seed, nth)
  let left = random.int(100)
  const kind = kindNames.find((name) => (left -= kinds[name]?.share ?? 0) < 0) ?? 'body'
  const caller = random.pick(CALLERS)
  return { kind, caller, ...(kinds[kind]?.make ?? jsonBody)(random, names) }
}
