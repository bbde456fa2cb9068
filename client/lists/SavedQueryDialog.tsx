import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateResource } from '#calls/resources.ts'
import { ensureTags } from '#calls/tags.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { mayTag } from '#client/properties/may-tag.ts'
import { TagField } from '#client/properties/TagField.tsx'
import { session } from '#client/session/session.ts'
import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import type { SavedQueryResponse, TagReference } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

const namesOf = (tags: readonly TagReference[]) => JSON.stringify(tags.map(({ name }) => name).toSorted())

interface Props {
  readonly row: SavedQueryResponse
  readonly name: string
  readonly onClose: () => void
}

/** A saved query with its SQL, to read and to copy; users with permission can edit its tags. */
export function SavedQueryDialog({ row, name, onClose }: Props) {
  const client = useQueryClient()
  const had = row.tags ?? []
  const [tags, setTags] = useState<readonly TagReference[]>(had)
  const isChanged = namesOf(tags) !== namesOf(had)
  const mayWrite = mayTag() && row.abilities?.can_write === true
  const save = useMutation({
    mutationFn: async () => {
      const tagIds = await ensureTags(tags)
      await updateResource('saved_query', row.id, { tags: tagIds.map(({ id }) => id) })
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['list'] })
      void client.invalidateQueries({ queryKey: ['related', 'saved_query', 'tags'] })
      onClose()
    },
  })
  return (
    <ConfirmLeaveModal
      title={name}
      isOpen
      isChanged={isChanged}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <CopyButton text={row.sql ?? ''} label={t('Copy')} variant="button" size="md" />
          {hasPermission(session().user, 'can_sqllab', APPLICATION) && (
            <LinkButton href={`/sqllab?savedQueryId=${row.id}`} icon="sql">
              {t('Open in the SQL editor')}
            </LinkButton>
          )}
          {mayWrite && (
            <Button
              isWrite
              variant="primary"
              isDisabled={!isChanged}
              isPending={save.isPending}
              onPress={() => save.mutate()}
            >
              {t('Save')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        {row.description && <p>{row.description}</p>}
        <CodeEditor label={t('SQL')} language="sql" value={row.sql ?? ''} onChange={() => undefined} isReadOnly />
        {mayWrite && <TagField of="saved_query" value={tags} onChange={setTags} error={save.error?.message} />}
      </Stack>
    </ConfirmLeaveModal>
  )
}
