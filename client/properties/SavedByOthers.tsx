import { useQuery } from '@tanstack/react-query'
import { savedByOthersText, fetchLastSave, type SharedEntityType } from './saved-by-others-text.ts'

/** Says which user has saved an entity since it was opened here, and when. */
export function SavedByOthers({ of, id }: { readonly of: SharedEntityType; readonly id: number }) {
  const stored = useQuery({
    queryKey: ['saved-by', of, id],
    queryFn: ({ signal }) => fetchLastSave(of, id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return <span>{savedByOthersText(of, stored.data)}</span>
}
