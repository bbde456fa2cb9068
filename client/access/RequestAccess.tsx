import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchAccessContacts, requestAccess, type RequestedObject } from '#calls/grants.ts'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { isAdmin } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { toast } from '#ui/overlay/toast.ts'

const MAX_NOTE_LENGTH = 500

/** A note and a button that asks the owners of an object for access. */
export function RequestAccess({ object }: { readonly object: RequestedObject }) {
  const [note, setNote] = useState('')
  const [isSent, setSent] = useState(false)
  const send = useSingleMutation({
    mutationFn: () => requestAccess(object, note),
    onSuccess: () => setSent(true),
    onError: (problem) => toast.show({ text: problem.message, tone: 'danger' }),
  })
  if (isSent)
    return <p role="status">{t('The owners see your request. You have access when one of them grants it.')}</p>
  return (
    <Stack align="center">
      <TextField label={t('Note for the owners')} value={note} maxLength={MAX_NOTE_LENGTH} onChange={setNote} />
      <Button isWrite variant="primary" isDisabled={send.isPending} onPress={() => send.mutate()}>
        {t('Request access')}
      </Button>
    </Stack>
  )
}

/** Names the administrators, whom a signed-in user can ask for access; nothing for administrators. */
export function AccessContacts() {
  const { user } = session()
  const contacts = useQuery({
    queryKey: ['access contacts'],
    queryFn: ({ signal }) => fetchAccessContacts(signal),
    enabled: user.userId !== null && !isAdmin(user),
  })
  const names = contacts.data ?? []
  return names.length === 0 ? null : <p>{t('Ask one of the administrators: %s.', names.join(', '))}</p>
}
