import { useEffect, useRef, useState } from 'react'
import { ApiResponseError, call } from '#calls/call.ts'
import type { Choice, Control } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

const noChoices: readonly Choice[] = []

function toChoices(answer: unknown): readonly Choice[] {
  const { result } = (answer ?? {}) as { readonly result?: unknown }
  return Array.isArray(result) ? (result as readonly Choice[]) : noChoices
}

/**
 * Fetches choices from an endpoint: its `result`, or what the control extracts from the response. Returns an empty list
 * and shows a message on failure; an aborted request shows none.
 */
export async function fetchChoices(
  { endpoint = '', choicesIn = toChoices }: Pick<Control, 'endpoint' | 'choicesIn'>,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
  try {
    return choicesIn(await call('GET', endpoint, { signal }))
  } catch (error) {
    if (!(error instanceof ApiResponseError && error.kind === 'abort')) {
      const cause = error instanceof Error ? error.message : String(error)
      toast.show({ text: t('Error while fetching data: %s', cause), tone: 'danger' })
    }
    return noChoices
  }
}

/** Returns the choices of a control, fetched once per endpoint; undefined while loading. */
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
