import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createResource, fetchResource, updateResource } from '#calls/resources.ts'
import { ensureTags } from '#calls/tags.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { mayTag } from '#client/properties/may-tag.ts'
import { TagField } from '#client/properties/TagField.tsx'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { SavedQueryResponse, TagReference } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { actions, type EditorTab, useActiveTab, useSqlLabStore } from './state/store.ts'

interface Props {
  readonly tab: EditorTab
  readonly onClose: () => void
}

/** Saves the SQL of a tab as a saved query; a tab opened from one can update it. */
function SaveQueryDialog(props: Props) {
  const { savedQuery } = props.tab
  const saved = useQuery({
    queryKey: ['saved_query', savedQuery?.id],
    queryFn: ({ signal }) => fetchResource<SavedQueryResponse>('saved_query', savedQuery?.id ?? 0, signal),
    enabled: Boolean(savedQuery),
    gcTime: 0,
    retry: false,
  })
  // The fields start with the saved values; otherwise an update would drop the tags.
  return savedQuery && saved.isPending ? null : <SaveQueryForm {...props} saved={saved.data} />
}

const NO_TAGS: readonly TagReference[] = []

interface FormProps extends Props {
  /** The saved query of the tab as stored on the server. */
  readonly saved: SavedQueryResponse | undefined
}

function queryFields({ databaseId, schema, sql, templateParams }: EditorTab, label: string) {
  return { label, db_id: databaseId, schema, sql, template_parameters: templateParams }
}

function SaveQueryForm({ tab, saved, onClose }: FormProps) {
  const store = useSqlLabStore()
  const client = useQueryClient()
  const { savedQuery } = tab
  const offered = savedQuery?.label ?? tab.label
  const [label, setLabel] = useState(offered)
  const { description: savedDescription, tags: savedTags = NO_TAGS } = saved ?? {}
  const [description, setDescription] = useState(savedDescription ?? '')
  const [tags, setTags] = useState(savedTags)
  const name = label.trim()
  const isReady = name !== ''
  const save = useSingleMutation<{ readonly id: number }, 'new' | 'update'>({
    mutationFn: async (saveMode) => {
      const tagIds = (await ensureTags(tags)).map(({ id }) => id)
      const isNew = saveMode === 'new' || !savedQuery
      const fields = {
        ...queryFields(tab, name),
        ...(description === (isNew ? '' : (savedDescription ?? '')) ? {} : { description }),
        ...(tags === savedTags && (!isNew || tags.length === 0) ? {} : { tags: tagIds }),
      }
      return isNew ? createResource('saved_query', fields) : updateResource('saved_query', savedQuery.id, fields)
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['list', 'saved_query'] })
      actions.changeTab(store, tab.key, { savedQuery: { id, label: name }, label: name })
      toast.show({ text: t('Saved: %s', name), tone: 'good' })
      onClose()
    },
  })
  const submit = (saveMode: 'new' | 'update' = savedQuery ? 'update' : 'new') => isReady && save.mutate(saveMode)
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      {savedQuery && (
        <Button isDisabled={!isReady} onPress={() => submit('new')}>
          {t('Save as new')}
        </Button>
      )}
      <Button isWrite variant="primary" isDisabled={!isReady} isPending={save.isPending} onPress={() => submit()}>
        {savedQuery ? t('Update') : t('Save')}
      </Button>
    </>
  )
  const isChanged = label !== offered || description !== (savedDescription ?? '') || tags !== savedTags
  return (
    <ConfirmLeaveModal title={t('Save query')} isOpen isChanged={isChanged} onClose={onClose} footer={footer}>
      <FormStack ariaLabel={t('Save query')} onSubmit={() => submit()}>
        {save.error && <Banner tone="danger">{t('The query could not be saved: %s', save.error.message)}</Banner>}
        <TextField label={t('Name')} value={label} onChange={setLabel} isRequired autoFocus maxLength={256} />
        <TextField label={t('Description')} value={description} onChange={setDescription} isMultiline />
        {mayTag() && <TagField of="saved_query" value={tags} onChange={setTags} />}
      </FormStack>
    </ConfirmLeaveModal>
  )
}

/** Saves the SQL of the active tab as a saved query. */
export function SaveActiveQueryDialog({ onClose }: Pick<Props, 'onClose'>) {
  const tab = useActiveTab()
  return tab ? <SaveQueryDialog tab={tab} onClose={onClose} /> : null
}
