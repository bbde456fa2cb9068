import { useState } from 'react'
import { createResource } from '#calls/resources.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/input/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/input/TextField.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { saveBody } from '../state/edit-save.ts'
import { useDashboardStore } from '../state/store.ts'

/** A dashboard of another name with the same layout, filters and looks; its charts are those of this one. */
export function SaveAsDialog({ onClose }: { readonly onClose: () => void }) {
  const store = useDashboardStore()
  const { layout, info } = store.getState()
  const [title, setTitle] = useState(() => t('%s [copy]', info.title))
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const save = async () => {
    setSaving(true)
    try {
      // A copy is a draft of whoever made it: its address, owners and certification are its own.
      const body = saveBody({ layout, info: { ...info, title, published: false } })
      const { id } = await createResource('dashboard', { ...body, css: info.css })
      window.location.assign(`${session().settings.basePath}/dashboard/${id}`)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setSaving(false)
    }
  }
  return (
    <Modal
      title={t('Save dashboard as')}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isPending={isSaving}
            isDisabled={title.trim() === ''}
            isReachable
            onPress={() => void save()}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Save dashboard as')}>
        {error && (
          <Banner tone="danger" isLive>
            {t('Sorry, there was an error saving this dashboard: %s', error)}
          </Banner>
        )}
        <TextField
          label={t('Title')}
          description={t('A draft of yours with the same layout and filters. Both show the same charts.')}
          value={title}
          onChange={setTitle}
          onEnter={() => void save()}
          isRequired
          autoFocus
        />
      </FormStack>
    </Modal>
  )
}
