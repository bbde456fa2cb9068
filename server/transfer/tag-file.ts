import * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'

/** The file of a bundle that describes its tags. */
export const TAGS_FILE = 'tags.yaml'

/** The content of `tags.yaml`. */
export interface TagFile {
  /** Descriptions by name. */
  readonly notes: ReadonlyMap<string, string | null>
  /** Names of the tags of entities whose own files cannot hold them, by uuid. */
  readonly carried: ReadonlyMap<string, readonly string[]>
}

export const noTags: TagFile = { notes: new Map(), carried: new Map() }

/** The names of all tags in the file of an entity. */
export const tagFields = { tags: z.array(z.string()).nullish() }

const names = z.record(z.string(), z.array(z.string())).nullish()
const schema = z.object({
  tags: z.array(z.object({ tag_name: z.string(), description: z.string().nullish() })).nullish(),
  datasets: names,
  queries: names,
})

/** Parses `tags.yaml`; returns its errors if it is invalid. */
export function readTagFile(value: unknown): { readonly ok: TagFile } | { readonly errors: FieldErrors | string } {
  if (value === undefined) return { errors: 'Not a valid YAML file' }
  const read = readBody(schema, value ?? {})
  if ('errors' in read) return read
  const { tags, datasets, queries } = read.ok
  return {
    ok: {
      notes: new Map((tags ?? []).map(({ tag_name, description = null }) => [tag_name, description])),
      carried: new Map(Object.entries({ ...datasets, ...queries })),
    },
  }
}
