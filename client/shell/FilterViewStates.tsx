import { useEffect } from 'react'
import type { FilterViewProps } from '#filters/filter-type.ts'
import { t } from '#core/text/t.ts'
import type { LoadFailureProps } from '#ui/base/lazy-component.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { LoadFailure } from './lazy-view.tsx'

/** The placeholder of a filter until its code is loaded. */
export const FilterViewPlaceholder = () => <Skeleton shape="lines" rows={3} label={t('Loading filter values')} />

/**
 * The message of a filter whose code could not be loaded. If its values could not be loaded either, the message of the
 * values has the button to try again, and the code is loaded again with them.
 */
export function FilterViewFailure({ error, onRetry }: FilterViewProps & LoadFailureProps) {
  const hasError = error !== undefined
  useEffect(() => (hasError ? onRetry : undefined), [hasError, onRetry])
  return hasError ? <p>{error}</p> : <LoadFailure onRetry={onRetry} />
}
