import { useQuery } from '@tanstack/react-query'
import { type ResourceName, showResource } from '#calls/resources.ts'
import type { PersonAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'

interface Stamp {
  readonly changed_by?: PersonAnswer | null
  readonly changed_on_delta_humanized?: string
}

/** Who saved a thing last, and when; nothing until it is known. */
export function SavedBy({ of, id }: { readonly of: ResourceName; readonly id: number }) {
  const stored = useQuery({
    queryKey: ['saved-by', of, id],
    queryFn: ({ signal }) => showResource<Stamp>(of, id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const person = stored.data?.changed_by
  if (!person) return null
  const name = `${person.first_name} ${person.last_name}`.trim()
  return <span> {t('Saved by %s, %s.', name, stored.data?.changed_on_delta_humanized ?? '')}</span>
}
