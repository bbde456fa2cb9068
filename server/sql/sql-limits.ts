import { ApiError } from '#core/rest/api-error.ts'
import { depthOf } from './brackets.ts'

/** Maximum bytes of one clause. */
export const CLAUSE_BYTES = 65_536
/** Maximum bytes of a SELECT of a user. */
export const STATEMENT_BYTES = 262_144
/** Maximum total bytes of the clauses of a statement, counting repetitions. */
export const MAX_CLAUSE_BYTES = 1_048_576
/** Maximum nesting depth of brackets. */
export const MAX_DEPTH = 200
/** Maximum comment starts: the time an engine takes to parse them grows with the square of their number. */
export const MAX_REMARKS = 100
/** Maximum table references in a statement. */
export const MAX_TABLES = 200

/** Rejects a text that an engine would take too long to parse. `what` names it in the message. */
export function checkLength(text: string, most: number, subjectText: string): void {
  if (Buffer.byteLength(text) > most) throw new ApiError('sql-long', { args: [subjectText, most] })
  // Counts them anywhere in the text: only the engine can tell comments from quoted text, and by then it is too late.
  if (countOf(text, '/*') > MAX_REMARKS) throw new ApiError('sql-remarks', { args: [subjectText, MAX_REMARKS] })
  if (depthOf(text) > MAX_DEPTH) throw new ApiError('sql-deep', { args: [subjectText, MAX_DEPTH] })
}

/** Overlapping occurrences count too. */
function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

/** The remaining part of `MAX_CLAUSE_BYTES` for the clauses of one statement. */
export class ClauseBudget {
  #left = MAX_CLAUSE_BYTES

  spend(text: string): void {
    this.#left -= Buffer.byteLength(text)
    if (this.#left < 0) throw new ApiError('sql-long-together', { args: [MAX_CLAUSE_BYTES] })
  }
}
