import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSchemas } from '#calls/databases.ts'
import { addGrantTo, deleteGrant, findSubjects, type SharedObject } from '#calls/grants.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { GrantResponse, GrantSubject } from '#core/rest/grant.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { levelOptions, offerUndo, showError, typeTexts } from './grant-texts.ts'

const keyOf = ({ type, id }: Pick<GrantSubject, 'type' | 'id'>) => `${type} ${id}`

interface SchemaSelectProps {
  readonly database: number
  readonly value: string | undefined
  readonly onChange: (schema: string | undefined) => void
}

/** Selects a schema of a database; cleared, the whole database. */
function SchemaSelect({ database, value, onChange }: SchemaSelectProps) {
  const schemas = useQuery({ queryKey: ['schemas', database], queryFn: () => listSchemas(database) })
  const names = new Set([...(value === undefined ? [] : [value]), ...(schemas.data ?? [])])
  return (
    <Select<string>
      label={t('Schema')}
      placeholder={t('The whole database')}
      options={[...names].map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={onChange}
      isClearable
      onClear={() => onChange(undefined)}
      isLoading={schemas.isFetching}
      error={schemas.error?.message}
    />
  )
}

interface Props {
  readonly object: SharedObject
  /** The schema of the database that is selected first. */
  readonly schema?: string | undefined
  readonly onAdded: () => void
}

/** Selects users, groups and roles and a level, and grants it. */
export function AddGrants({ object, schema: first, onAdded }: Props) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly GrantSubject[]>([])
  const [level, setLevel] = useState<GrantLevel>('see')
  const [schema, setSchema] = useState(first)
  const found = useQuery({
    queryKey: ['grant subjects', object.type, object.id, search],
    queryFn: ({ signal }) => findSubjects(object, search, signal),
  })
  const all = new Map([...(found.data ?? []), ...chosen].map((each) => [keyOf(each), each]))
  const add = useSingleMutation({
    mutationFn: async () => {
      const added: GrantResponse[] = []
      for (const subject of chosen) added.push(await addGrantTo(object, subject, level, schema))
      return added
    },
    onSuccess: (added) => {
      const undo = () => Promise.all(added.map(({ id, version }) => deleteGrant(id, version)))
      offerUndo(t('Shared with %s', chosen.map(({ name }) => name).join(', ')), undo, onAdded)
      setChosen([])
      onAdded()
    },
    onError: (problem) => {
      showError(problem)
      onAdded()
    },
  })
  return (
    <Stack>
      {object.type === 'database' && <SchemaSelect database={object.id} value={schema} onChange={setSchema} />}
      <MultiSelect<string>
        label={t('People, groups and roles')}
        options={[...all.values()].map((each) => ({
          value: keyOf(each),
          label: each.name,
          detail: typeTexts()[each.type],
        }))}
        value={chosen.map(keyOf)}
        onChange={(keys) => setChosen(keys.flatMap((key) => all.get(key) ?? []))}
        onSearch={setSearch}
        isLoading={found.isFetching}
        error={found.error?.message}
      />
      <Select label={t('Level')} options={levelOptions()} value={level} onChange={setLevel} />
      <div>
        <Button variant="primary" isDisabled={chosen.length === 0 || add.isPending} onPress={() => add.mutate()}>
          {t('Share')}
        </Button>
      </div>
    </Stack>
  )
}
