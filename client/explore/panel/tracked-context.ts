import type { ControlContext } from '#controls/control.ts'
import type { FormData } from '#core/form/form-data.ts'

/** A context passed to a View, which records whether the View has read the form. */
export interface TrackedContext {
  readonly context: ControlContext
  /** The context without the form. */
  readonly said: Omit<ControlContext, 'form'>
  /** The form when the context was created. */
  readonly form: FormData
  /** True if the form was read. Such a View needs a new context when the form changes; others do not. */
  readonly isRead: () => boolean
}

/**
 * Returns a context that reads the form lazily: most controls never use it and need no render when it changes.
 * `formNow` returns the current form, so that handlers never see an outdated one.
 */
export function trackContextReads(
  values: Omit<ControlContext, 'form'>,
  form: FormData,
  formNow: () => FormData,
): TrackedContext {
  let isRead = false
  const context = Object.defineProperty({ ...values }, 'form', {
    enumerable: true,
    get: () => {
      isRead = true
      return formNow()
    },
  }) as ControlContext
  return { context, said: values, form, isRead: () => isRead }
}
