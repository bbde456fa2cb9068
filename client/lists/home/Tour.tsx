import { useEffect, useRef, useState } from 'react'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Banner } from '#ui/display/Banner.tsx'
import { Popover } from '#ui/overlay/Popover.tsx'
import styles from './Tour.module.css'
import { closeTour, isTourClosed, type TourStep, tourSteps } from './tour-steps.ts'

interface StepProps {
  readonly steps: readonly TourStep[]
  readonly at: number
  readonly onGo: (at: number) => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

/** A step of the tour next to the outlined element. */
function Step({ steps, at, onGo, onLeave, onClose }: StepProps) {
  const { element, title, text } = steps[at] as TourStep
  const anchor = useRef<Element>(element)
  const outlined = styles['outlined'] as string
  useEffect(() => {
    element.classList.add(outlined)
    element.scrollIntoView({ block: 'nearest' })
    return () => element.classList.remove(outlined)
  }, [element, outlined])
  const isLast = at === steps.length - 1
  return (
    <Popover
      label={t('Tour, step %s of %s', at + 1, steps.length)}
      title={title}
      anchor={anchor}
      isOpen
      width={300}
      onOpenChange={(isOpen) => !isOpen && onLeave()}
      footer={
        <>
          <span className={styles['count']}>{t('%s of %s', at + 1, steps.length)}</span>
          {at > 0 && <Button onPress={() => onGo(at - 1)}>{t('Back')}</Button>}
          <Button variant="primary" autoFocus onPress={() => (isLast ? onClose() : onGo(at + 1))}>
            {isLast ? t('Done') : t('Next')}
          </Button>
        </>
      }
    >
      {text}
    </Popover>
  )
}

/** Offers a tour of the page in three steps, until the user closes it. */
export function Tour({ userId }: { readonly userId: number }) {
  const [isClosed, setClosed] = useState(() => isTourClosed(userId))
  const [steps, setSteps] = useState<readonly TourStep[]>([])
  const [at, setAt] = useState<number>()
  if (isClosed) return null
  const start = () => {
    const found = tourSteps(document)
    setSteps(found)
    if (found.length > 0) setAt(0)
  }
  const close = () => {
    closeTour(userId)
    setClosed(true)
    // The pressed button no longer exists.
    document.querySelector<HTMLElement>('main')?.focus()
  }
  return (
    <>
      <Banner
        actions={
          <>
            <Button size="sm" onPress={start}>
              {t('Start tour')}
            </Button>
            <Button size="sm" variant="quiet" onPress={close}>
              {t("Don't show again")}
            </Button>
          </>
        }
      >
        {t('First visit? A tour shows this page in three steps.')}
      </Banner>
      {at !== undefined && (
        <Step key={at} steps={steps} at={at} onGo={setAt} onLeave={() => setAt(undefined)} onClose={close} />
      )}
    </>
  )
}
