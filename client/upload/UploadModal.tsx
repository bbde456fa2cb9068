import { t } from '#core/text/t.ts'
import { Modal } from '#ui/overlay/Modal.tsx'
import { UploadDrop } from './UploadDrop.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onLoaded: (datasetId: number) => void
}

/** A dialog with a drop zone for a file. */
export function UploadModal({ isOpen, onClose, onLoaded }: Props) {
  return (
    <Modal title={t('Upload a file')} isOpen={isOpen} onClose={onClose}>
      <UploadDrop onLoaded={onLoaded} />
    </Modal>
  )
}
