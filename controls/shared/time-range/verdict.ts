import type { Preview } from './preview.ts'
import { labelBounds } from '#core/time/label.ts'
import type { Bounds } from '#core/time/resolve.ts'

/** What the server said of one range: its bounds, or why it has none. */
export type RangeAnswer =
  | { readonly range: string; readonly bounds: Bounds }
  | { readonly range: string; readonly fault: string }

/** Whether a range may be applied. Neither valid nor a fault: the server has not said anything yet. */
export interface Verdict extends Preview {
  readonly isFault: boolean
  /** What the server made of it. */
  readonly bounds?: Bounds
}

/**
 * What is shown of a range: what the server said of this very range. Until it has said something the words are those of
 * the preview, as soon as there is one, and the range is not valid.
 */
export function verdictOf(range: string, answer: RangeAnswer | undefined, preview: Preview | undefined): Verdict {
  if (range.trim() === '' || answer?.range !== range)
    return { text: preview?.text ?? '', isValid: false, isFault: preview?.isValid === false }
  if ('fault' in answer) return { text: answer.fault, isValid: false, isFault: true }
  return { text: labelBounds(answer.bounds), isValid: true, isFault: false, bounds: answer.bounds }
}
