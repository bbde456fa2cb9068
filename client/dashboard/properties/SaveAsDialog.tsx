import { useState } from 'react'
import { copyDashboard } from '#calls/dashboards.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { layoutBody } from '../state/edit-save.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'

/** Saves the current state of the dashboard under another name and opens the copy. */
function useCopy() {
  const store = useDashboardStore()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const copy = async (title: string, isDeep: boolean) => {
    if (isSaving || title === '') return
    setSaving(true)
    try {
      const { layout, info } = store.getState()
      const { json_metadata } = layoutBody({ layout, info: { ...info, title } })
      const body = { dashboard_title: title, css: info.css, json_metadata, duplicate_slices: isDeep }
      const { id } = await copyDashboard(info.id, body)
      // Unsaved changes are saved in the copy, so no warning is needed.
      store.setState({ hasUnsavedChanges: false })
      window.location.assign(`${session().settings.basePath}/dashboard/${id}`)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setSaving(false)
    }
  }
  return { isSaving, error, copy }
}

/**
 * Creates a dashboard with another name and the same layout, filters and appearance, using the same charts or copies of
 * them.
 */
export function SaveAsDialog({ onClose }: { readonly onClose: () => void }) {
  const name = useDashboard(({ info }) => info.title)
  const [offered] = useState(() => t('%s [copy]', name))
  const [title, setTitle] = useState(offered)
  const [isDeep, setDeep] = useState(false)
  const { isSaving, error, copy } = useCopy()
  const save = () => copy(title.trim(), isDeep)
  return (
    <ConfirmLeaveModal
      title={t('Save dashboard as')}
      isOpen
      isChanged={title !== offered || isDeep}
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isWrite
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
      <FormStack ariaLabel={t('Save dashboard as')} onSubmit={() => void save()}>
        {error && (
          <Banner tone="danger" isLive>
            {t('Sorry, there was an error saving this dashboard: %s', error)}
          </Banner>
        )}
        <TextField
          label={t('Title')}
          description={t('A draft of yours with the same layout and filters.')}
          maxLength={500}
          value={title}
          onChange={setTitle}
          isRequired
          autoFocus
        />
        <Checkbox isSelected={isDeep} onChange={setDeep}>
          {t('Duplicate the charts as well')}
        </Checkbox>
      </FormStack>
    </ConfirmLeaveModal>
  )
}
