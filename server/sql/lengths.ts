import { ApiError } from '#core/rest/api-error.ts'
import { depthOf } from './brackets.ts'

/** The most bytes of one clause. */
export const CLAUSE_BYTES = 65_536
/** The most bytes of a SELECT that somebody writes. */
export const STATEMENT_BYTES = 262_144
/** The most bytes of all clauses of a statement together, each counted as often as it stands there. */
export const QUESTION_BYTES = 1_048_576
/** The deepest that brackets may be nested. */
export const MAX_DEPTH = 200
/** The most beginnings of remarks: the time an engine takes to tell them apart grows with the square of their number. */
export const MAX_REMARKS = 100
/** The most places of a statement in which tables are named. */
export const MAX_TABLES = 200

/** Refuses a text that an engine would take too long to read. `what` names it for people. */
export function checkLength(text: string, most: number, what: string): void {
  if (Buffer.byteLength(text) > most) throw new ApiError('sql-long', { args: [what, most] })
  // Wherever they stand: what is a remark and what is quoted is for the engine to say, and too late.
  if (countOf(text, '/*') > MAX_REMARKS) throw new ApiError('sql-remarks', { args: [what, MAX_REMARKS] })
  if (depthOf(text) > MAX_DEPTH) throw new ApiError('sql-deep', { args: [what, MAX_DEPTH] })
}

/** Those that share a sign with the one before are counted too. */
function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

/** What the clauses of one statement have left of `QUESTION_BYTES`. */
export class Allowance {
  #left = QUESTION_BYTES

  spend(text: string): void {
    this.#left -= Buffer.byteLength(text)
    if (this.#left < 0) throw new ApiError('sql-long-together', { args: [QUESTION_BYTES] })
  }
}
