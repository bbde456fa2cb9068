import { type ComponentType, useEffect, useState } from 'react'

/** The props of the message of a failed load. */
export interface LoadFailureProps {
  readonly onRetry: () => void
}

const Nothing = () => null

/**
 * Returns a component whose code loads when it is first rendered. `Waiting` is the placeholder. After a failure the code
 * loads again once the browser is online, when the component is rendered anew, and when `Failure` requests it; without
 * `Failure` the placeholder stays. `lazy` of React would never load it again and end the part of the page around it.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<P> = Nothing,
  Failure?: ComponentType<P & LoadFailureProps>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function LazyComponent(props: P) {
    const [, setLoaded] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    const [retry] = useState(() => () => setFailed(false))
    useEffect(() => {
      if (loaded || hasFailed) return
      let isLeft = false
      load().then(
        (Loaded) => {
          loaded = Loaded
          if (!isLeft) setLoaded(() => Loaded)
        },
        () => {
          if (!isLeft) setFailed(true)
        },
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
}
