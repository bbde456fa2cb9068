import { useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions } from '#calls/me.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { SessionResponse } from '#core/rest/me.ts'
import { t, tn } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { deviceName } from './device-name.ts'
import { sessionsKey } from './sessions-key.ts'

/** The sessions of the current user, with functions to end them. A toast confirms what was ended. */
export function useSessions() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => listSessions(signal),
  })
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: sessionsKey })
  const onError = (problem: Error) => {
    toast.show({ text: problem.message, tone: 'danger' })
    // The session may have been ended in another window: reload the list.
    void refresh()
  }
  const endOne = useSingleMutation<unknown, SessionResponse>({
    mutationFn: ({ id }) => endSession(id),
    onSuccess: (_, session) => {
      toast.show({ text: t('Signed out: %s', deviceName(session.user_agent)) })
      void refresh()
    },
    onError,
  })
  const endOthers = useSingleMutation<{ readonly count: number }>({
    mutationFn: endOtherSessions,
    onSuccess: ({ count }) => {
      toast.show({ text: tn('%s other session signed out', '%s other sessions signed out', count, count) })
      void refresh()
    },
    onError,
  })
  /** `oldestReadTime` in epoch milliseconds. */
  return { sessions: data, error, readAt: dataUpdatedAt, endOne, endOthers }
}
