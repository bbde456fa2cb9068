import { type ComponentType, useEffect, useState } from 'react'

/** The props of the message of a failed load. */
export interface LoadFailureProps {
  readonly onRetry: () => void
}

const Nothing = () => null

/** A component that loads on demand; `fetch` starts loading it early. */
export type LazyComponent<P extends object> = ComponentType<P> & { readonly fetch: () => void }

/**
 * Returns a component whose code loads when it is first rendered. `Waiting` is the placeholder. After a failure the code
 * loads again once the browser is online, when the component is rendered anew, and when `Failure` requests it; without
 * `Failure` the placeholder stays. `lazy` of React would never load it again and end the part of the page around it.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<P> = Nothing,
  Failure?: ComponentType<P & LoadFailureProps>,
): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const loadOnce = (): Promise<void> => {
    loading ??= load().then(
      (Loaded) => {
        loaded = Loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function LazyPart(props: P) {
    const [, setLoaded] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    const [retry] = useState(() => () => setFailed(false))
    useEffect(() => {
      if (loaded || hasFailed) return
      let isLeft = false
      loadOnce().then(
        () => isLeft || setLoaded(() => loaded),
        () => isLeft || setFailed(true),
      )
      return () => {
        isLeft = true
      }
    }, [hasFailed])
    useEffect(() => {
      if (!hasFailed) return
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [hasFailed, retry])
    const Loaded = loaded
    if (Loaded) return <Loaded {...props} />
    return hasFailed && Failure ? <Failure {...props} onRetry={retry} /> : <Waiting {...props} />
  }
  return Object.assign(LazyPart, { fetch: () => void loadOnce().catch(() => undefined) })
}
