import { type ComponentType, useEffect, useRef, useState } from 'react'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

interface Closable {
  readonly onClose: () => void
}

/** A dialog whose file is fetched when it is first drawn. `fetch` has it come ahead, as when the menu opens that leads to it. */
export type LaterDialog<P extends Closable> = ComponentType<P> & { readonly fetch: () => void }

/**
 * Takes a dialog out of the files its page begins with. It is closed, and says why, where its file cannot be fetched: it can
 * be opened again once there is a connection. Not by Suspense: React holds back what comes out of it for up to 300 ms.
 */
export function dialogLater<P extends Closable>(load: () => Promise<ComponentType<P>>): LaterDialog<P> {
  let fetched: ComponentType<P> | undefined
  const bring = async (): Promise<void> => {
    fetched ??= await load()
  }
  function Later(props: P) {
    const [Dialog, setDialog] = useState(() => fetched)
    const { onClose } = props
    const close = useRef(onClose)
    close.current = onClose
    useEffect(() => {
      let isGone = false
      bring().then(
        () => isGone || setDialog(() => fetched),
        (error: unknown) => {
          if (isGone) return
          toast.show({
            text: t('The dialog could not be fetched. Check the connection and try again. %s', String(error)),
            tone: 'danger',
          })
          close.current()
        },
      )
      return () => {
        isGone = true
      }
    }, [])
    return Dialog ? <Dialog {...props} /> : null
  }
  return Object.assign(Later, { fetch: () => void bring().catch(() => undefined) })
}
