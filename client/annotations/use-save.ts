import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createResource, type ResourceName, updateResource } from '#calls/resources.ts'

/** Keeps a new row of a resource, or changes the one of this id; lists of the resource are read again. */
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
