import type { ComponentType } from 'react'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { lazyComponent, type LoadFailureProps } from '#ui/base/lazy-component.tsx'
import { loadFailureText } from './on-demand.tsx'

/** The message of a part whose code could not be loaded. */
export function LoadFailure({ onRetry }: LoadFailureProps) {
  return (
    <EmptyState size="sm" title={loadFailureText()} actions={<Button onPress={onRetry}>{t('Try again')}</Button>} />
  )
}

/**
 * Returns a component whose code loads when it is first rendered. `Waiting` is the placeholder, `Failure` the message of
 * a failed load, which is repeated on request and once the browser is online.
 */
export function lazyView<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P>,
  Failure: ComponentType<P & LoadFailureProps> = LoadFailure,
): ComponentType<P> {
  return lazyComponent(load, Waiting, Failure)
}
