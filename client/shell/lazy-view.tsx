import { type ComponentType, useEffect, useState } from 'react'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { loadFailureText } from './on-demand.tsx'

const Nothing = () => null

/** The props of the message of a failed load. */
export interface LoadFailureProps {
  readonly onRetry: () => void
}

/** Calls a function once the browser is online again. */
function useOnline(onOnline: () => void): void {
  useEffect(() => {
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [onOnline])
}

/** The message of a part whose code could not be loaded. */
export function LoadFailure({ onRetry }: LoadFailureProps) {
  useOnline(onRetry)
  return (
    <EmptyState size="sm" title={loadFailureText()} actions={<Button onPress={onRetry}>{t('Try again')}</Button>} />
  )
}

/**
 * Returns a component whose code loads when it is first rendered. `Waiting` is the placeholder, `Failure` the message of
 * a failed load, which is repeated on request and once the browser is online. `lazy` of React would never repeat it.
 */
export function lazyView<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<P> = Nothing,
  Failure: ComponentType<P & LoadFailureProps> = LoadFailure,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function LazyView(props: P) {
    const [, setLoaded] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    const [retry] = useState(() => () => setFailed(false))
    useEffect(() => {
      if (loaded || hasFailed) return
      let isLeft = false
      load().then(
        (View) => {
          loaded = View
          if (!isLeft) setLoaded(() => View)
        },
        () => {
          if (!isLeft) setFailed(true)
        },
      )
      return () => {
        isLeft = true
      }
    }, [hasFailed])
    const View = loaded
    if (View) return <View {...props} />
    return hasFailed ? <Failure {...props} onRetry={retry} /> : <Waiting {...props} />
  }
}
