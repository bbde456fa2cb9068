import { useQuery } from '@tanstack/react-query'
import { savedByOthersText, savedStamp, type SharedKind } from './saved-by-others-text.ts'

/** Says which user has saved an entity since it was opened here, and when. */
export function SavedByOthers({ of, id }: { readonly of: SharedKind; readonly id: number }) {
  const stored = useQuery({
    queryKey: ['saved-by', of, id],
    queryFn: ({ signal }) => savedStamp(of, id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return <span>{savedByOthersText(of, stored.data)}</span>
}
