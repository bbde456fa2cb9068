import type { ControlContext } from '#controls/control.ts'
import type { FormData } from '#core/form/form-data.ts'

/** A context handed to a View, and whether the View has looked at the form. */
export interface SeenContext {
  readonly context: ControlContext
  /** What the context says beside the form. */
  readonly said: Omit<ControlContext, 'form'>
  /** The form when the context was made. */
  readonly form: FormData
  /** Whether the form was read. A reader must be given another context when the form changes; others need none. */
  readonly isRead: () => boolean
}

/**
 * A context whose form is read when it is needed: most controls never look at the others, and need not be drawn again
 * when those change. `formNow` gives the form as it is when it is read, so that handlers never see an old one.
 */
export function contextSeenBy(
  said: Omit<ControlContext, 'form'>,
  form: FormData,
  formNow: () => FormData,
): SeenContext {
  let isRead = false
  const context = Object.defineProperty({ ...said }, 'form', {
    enumerable: true,
    get: () => {
      isRead = true
      return formNow()
    },
  }) as ControlContext
  return { context, said, form, isRead: () => isRead }
}
