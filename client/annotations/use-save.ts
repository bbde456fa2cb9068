import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createResource, type ResourceName, updateResource } from '#calls/resources.ts'

/** Creates a row of a resource, or updates the row with this id, then reloads the lists of the resource. */
export function useSave(name: ResourceName, id: number | undefined, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => (id === undefined ? createResource(name, body) : updateResource(name, id, body)),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['list', name] })
      void client.invalidateQueries({ queryKey: [name] })
      onSaved()
    },
  })
}
