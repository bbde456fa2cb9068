import { useEffect, useRef, useState } from 'react'
import { ApiResponseError, call } from '#calls/call.ts'
import type { Choice, Control } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

const none: readonly Choice[] = []

function listed(answer: unknown): readonly Choice[] {
  const { result } = (answer ?? {}) as { readonly result?: unknown }
  return Array.isArray(result) ? (result as readonly Choice[]) : none
}

/**
 * The choices an endpoint names: its `result`, or what the control reads out of the answer. None when the call fails,
 * which a message tells; a call that was left tells nothing.
 */
export async function fetchChoices(
  { endpoint = '', choicesIn = listed }: Pick<Control, 'endpoint' | 'choicesIn'>,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
  try {
    return choicesIn(await call('GET', endpoint, { signal }))
  } catch (error) {
    if (!(error instanceof ApiResponseError && error.kind === 'abort')) {
      const cause = error instanceof Error ? error.message : String(error)
      toast.show({ text: t('Error while fetching data: %s', cause), tone: 'danger' })
    }
    return none
  }
}

/** The choices of a control, fetched once for each endpoint; undefined while they are on the way. */
export function useChoices(control: Control): readonly Choice[] | undefined {
  const { endpoint } = control
  const latest = useRef(control)
  latest.current = control
  const [found, setFound] = useState<{ readonly of: string | undefined; readonly choices: readonly Choice[] }>()
  useEffect(() => {
    const abort = new AbortController()
    void fetchChoices(latest.current, abort.signal).then((choices) => {
      if (!abort.signal.aborted) setFound({ of: endpoint, choices })
    })
    return () => abort.abort()
  }, [endpoint])
  return found && found.of === endpoint ? found.choices : undefined
}
