import { t } from '#core/text/t.ts'
import { Button } from '#ui/input/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import type { Saving } from './use-save.ts'

/** Somebody else saved the dashboard meanwhile: their version or this one. */
export function SaveConflict({ saving }: { readonly saving: Saving }) {
  const overwrite = () => {
    saving.closeConflict()
    saving.save(true)
  }
  return (
    <Modal
      title={t('Someone else has saved this dashboard in the meantime')}
      isOpen
      onClose={saving.closeConflict}
      size="sm"
      footer={
        <>
          <Button onPress={saving.closeConflict}>{t('Keep editing')}</Button>
          <Button onPress={() => window.open(window.location.pathname, '_blank', 'noopener')}>
            {t('See their version')}
          </Button>
          <Button variant="danger" onPress={overwrite}>
            {t('Overwrite theirs')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Your changes are not saved, and none of them is lost. Look at their version in another window, then overwrite it with yours or keep editing.',
        )}
      </p>
    </Modal>
  )
}
