import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Asks for confirmation before the page is left while work is in progress. `isOn` is the rendered state, `isRunning`
 * the state at the moment of leaving. The browser asks when the window is closed; for other pages of the application,
 * the caller shows a dialog.
 */
export function useLeaveConfirmation(isOn: boolean, isRunning: () => boolean) {
  // Tests and embedded pages have no router.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const [question, setQuestion] = useState<{ readonly answer: (isLeaving: boolean) => void }>()
  const ask = () => new Promise<boolean>((answer) => setQuestion({ answer }))
  const answer = (isLeaving: boolean) => {
    setQuestion(undefined)
    question?.answer(isLeaving)
  }
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => isRunning() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const unblock = router?.history.block({
      enableBeforeUnload: false,
      blockerFn: async () => isRunning() && !(await ask()),
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      unblock?.()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ask` and `isRunning` read refs and set state alone
  }, [isOn, router])
  return { isAsked: question !== undefined, ask, answer }
}
