import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiResponseError } from '#calls/call.ts'
import { type ConnectionResponse, type EngineResponse, testConnection, validateParameters } from '#calls/databases.ts'
import { createResource, updateResource } from '#calls/resources.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import {
  changedExtra,
  connectionBody,
  type ConnectionDraft,
  fieldsOf,
  type FieldProblems,
  unconfirmedHostKey,
  missingFields,
  connectionProblems,
  savedSwitches,
} from './connection-form.ts'

/** Query keys that depend on the list of databases. */
const DEPENDENT = ['list', 'databases', 'database', 'schemas', 'tables']

function problemsIn(error: unknown): FieldProblems {
  if (error instanceof ApiResponseError && error.kind === 'answer') return connectionProblems(error.body, true)
  return { '': error instanceof Error ? error.message : String(error) }
}

/** Validates the form while it is filled in; a new request cancels the previous one. */
function useLook(setProblems: (problems: FieldProblems) => void, setFoundKey: (key: string | undefined) => void) {
  const abortController = useRef<AbortController>(undefined)
  const stop = () => abortController.current?.abort()
  const look = (body: object) => {
    stop()
    const abort = new AbortController()
    abortController.current = abort
    validateParameters(body, abort.signal).then(
      () => setProblems({}),
      (error: unknown) => {
        if (abort.signal.aborted || !(error instanceof ApiResponseError)) return
        setProblems(connectionProblems(error.body, false))
        setFoundKey(unconfirmedHostKey(error.body))
      },
    )
  }
  return { look, stop }
}

/** Validates, tests and saves a connection; errors are stored by field. */
export function useConnection(
  draft: ConnectionDraft,
  engine: EngineResponse,
  existing: ConnectionResponse | undefined,
  onSaved: (id: number) => void,
) {
  const client = useQueryClient()
  const [problems, setProblems] = useState<FieldProblems>({})
  const [foundKey, setFoundKey] = useState<string>()
  const looking = useLook(setProblems, setFoundKey)
  const fail = (error: unknown) => {
    setProblems(problemsIn(error))
    setFoundKey(error instanceof ApiResponseError ? unconfirmedHostKey(error.body) : undefined)
  }
  const body = connectionBody(draft)
  const extra = changedExtra(draft, existing)
  const saved = { ...body, ...savedSwitches(draft, engine), ...(extra !== undefined && { extra }) }
  const isWhole = () => {
    looking.stop()
    const missing = missingFields(draft, fieldsOf(engine))
    setProblems(missing)
    return Object.keys(missing).length === 0
  }
  const test = useSingleMutation({
    mutationFn: () => testConnection(body),
    onSuccess: ({ warnings = [] }) =>
      toast.show({
        text: [t('Connection looks good!'), ...warnings].join(' '),
        tone: warnings.length > 0 ? 'warn' : 'good',
      }),
    onError: (error) => {
      fail(error)
      setProblems({ ...problemsIn(error), '': t('ERROR: %s', error.message) })
    },
  })
  const save = useSingleMutation({
    mutationFn: () =>
      existing ? updateResource('database', existing.id, saved, existing.version) : createResource('database', saved),
    onSuccess: ({ id }) => {
      for (const key of DEPENDENT) void client.invalidateQueries({ queryKey: [key] })
      toast.show({ text: t('The database has been saved'), tone: 'good' })
      onSaved(id)
    },
    onError: fail,
  })
  return {
    problems,
    /** The fingerprint of the SSH server, if its key is not confirmed yet. */
    foundKey,
    look: () => !draft.isUri && looking.look(existing ? { ...body, id: existing.id } : body),
    isTesting: test.isPending,
    isSaving: save.isPending,
    test: () => isWhole() && test.mutate(),
    save: () => isWhole() && save.mutate(),
  }
}
