import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createResource, type ResourceName, updateResource } from '#calls/resources.ts'

/**
 * Creates a row of a resource, or updates the row with this id, then reloads the lists of the resource. With `version`,
 * the update fails if another user has saved the row since.
 */
export function useSaveResource(
  name: ResourceName,
  id: number | undefined,
  onSaved: (saved: { readonly id: number; readonly version?: number }) => void,
  version?: number,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: object): Promise<{ readonly id: number; readonly version?: number }> =>
      id === undefined ? createResource(name, body) : updateResource(name, id, body, version),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: ['list', name] })
      void client.invalidateQueries({ queryKey: [name] })
      onSaved(saved)
    },
  })
}
