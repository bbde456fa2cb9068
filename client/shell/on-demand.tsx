import { type ComponentType, useEffect, useRef, useState } from 'react'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

interface Closing {
  readonly onClose: () => void
}

const Nothing = () => null

/** A part whose code comes late; `fetch` has it come ahead, as when the menu opens that leads to it. */
export type OnDemandPart<P extends Closing> = ComponentType<P> & { readonly fetch: () => void }

/** Why a part of the page is not there: without its code the page goes on as it is. */
export const lostPart = (): string =>
  t('A part of the page could not be fetched. What is here stays; try again, or reload the page.')

/**
 * A dialog or panel whose code is fetched when it is first shown. Where it does not come, that is said and the dialog
 * closes: what stands around it never fails for it, and the next press fetches anew. `Waiting` holds its place meanwhile.
 */
export function onDemand<P extends Closing>(
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
          toast.show({ text: lostPart(), tone: 'danger' })
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

/** What a module gives, for what is done with it at once; says in words of people that it could not be had. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    throw new Error(lostPart())
  }
}
