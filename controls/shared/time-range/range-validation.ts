import type { Preview } from './preview.ts'
import { labelBounds } from '#core/time/label.ts'
import type { TimeRangeText } from '#core/time/resolve-time-range.ts'

/** The server's result for a range: its bounds or an error. */
export type RangeResponse =
  | { readonly range: string; readonly bounds: TimeRangeText }
  | { readonly range: string; readonly fault: string }

/** Whether a range can be applied. If it is neither valid nor a fault, the server has not responded yet. */
export interface RangeValidation extends Preview {
  readonly isFault: boolean
  /** The bounds that the server has returned. */
  readonly bounds?: TimeRangeText
}

/**
 * Returns the displayed result of a range: the server's result for exactly this range. Until it arrives, the text is
 * that of the preview, if there is one, and the range is not valid.
 */
export function validateRange(
  range: string,
  answer: RangeResponse | undefined,
  preview: Preview | undefined,
): RangeValidation {
  if (range.trim() === '' || answer?.range !== range)
    return { text: preview?.text ?? '', isValid: false, isFault: preview?.isValid === false }
  if ('fault' in answer) return { text: answer.fault, isValid: false, isFault: true }
  return { text: labelBounds(answer.bounds), isValid: true, isFault: false, bounds: answer.bounds }
}
