import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createResource, type ResourceName, updateResource } from '#calls/resources.ts'

/**
 * Creates a row of a resource, or updates the row with this id, then reloads the lists of the resource. With `version`,
 * the update fails if somebody else has saved the row since.
 */
export function useSave(name: ResourceName, id: number | undefined, onSaved: () => void, version?: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: object) =>
      id === undefined ? createResource(name, body) : updateResource(name, id, body, version),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['list', name] })
      void client.invalidateQueries({ queryKey: [name] })
      onSaved()
    },
  })
}
