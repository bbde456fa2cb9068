import * as z from 'zod'

const changeEntry = z.object({
  id: z.int(),
  action: z.string(),
  made_on: z.string(),
  made_by: z.object({ id: z.int(), username: z.string(), first_name: z.string(), last_name: z.string() }).nullable(),
  json: z.string(),
  /** True if the values after the change are still the present ones. */
  can_undo: z.boolean(),
})

/** The changes of an entity in the action log; `json` is an object with the changed fields before and after. */
export const changesResponse = z.object({ count: z.int(), ids: z.array(z.int()), result: z.array(changeEntry) })

/** A change of an entity in the action log; `made_on` is ISO 8601 in UTC. */
export type ChangeEntry = Readonly<z.output<typeof changeEntry>>
