import { type ComponentType, useEffect, useRef, useState } from 'react'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

interface ClosableProps {
  readonly onClose: () => void
}

const Nothing = () => null

/** A lazily loaded part; `fetch` starts loading it early, for example when its menu opens. */
export type OnDemandPart<P extends ClosableProps> = ComponentType<P> & { readonly fetch: () => void }

/** Returns the message for a part whose code failed to load; the rest of the page keeps working. */
export const loadFailureText = (): string => t('Part of the page could not be loaded. Try again, or reload the page.')

/**
 * Returns a dialog or panel whose code loads when it is first shown. If loading fails, a toast reports it and the
 * dialog closes. The surrounding page does not fail, and the next press loads again. `Waiting` is the placeholder.
 */
export function onDemand<P extends ClosableProps>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType = Nothing,
): OnDemandPart<P> {
  let fetched: ComponentType<P> | undefined
  let coming: Promise<ComponentType<P>> | undefined
  const bring = (): Promise<ComponentType<P>> => {
    coming ??= load().then(
      (part) => (fetched = part),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  function OnDemand(props: P) {
    const [Part, setPart] = useState(() => fetched)
    const close = useRef(props.onClose)
    close.current = props.onClose
    useEffect(() => {
      if (Part) return
      let isLeft = false
      bring().then(
        (part) => {
          if (!isLeft) setPart(() => part)
        },
        () => {
          if (isLeft) return
          toast.show({ text: loadFailureText(), tone: 'danger' })
          close.current()
        },
      )
      return () => {
        isLeft = true
      }
    }, [Part])
    return Part ? <Part {...props} /> : <Waiting />
  }
  return Object.assign(OnDemand, { fetch: () => void bring().catch(() => undefined) })
}

/** Loads a module for immediate use; throws an error with a message for users if that fails. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    throw new Error(loadFailureText())
  }
}
