import type { DatasetAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { Modal } from '#ui/overlay/Modal.tsx'
import { DatasetEditor } from './DatasetEditor.tsx'
import { SaveButtons } from './SaveButtons.tsx'
import { useEditDataset } from './use-edit-dataset.ts'

interface Props {
  readonly id: number
  readonly onClose: () => void
  readonly onSaved: (dataset: DatasetAnswer) => void
}

/** A dataset edited over the chart. Closing it other than by Cancel keeps what was changed for the next time. */
export function EditDatasetDialog({ id, onClose, onSaved }: Props) {
  const editing = useEditDataset(id, (dataset) => {
    onSaved(dataset)
    onClose()
  })
  const cancel = () => {
    editing.discard()
    onClose()
  }
  return (
    <Modal
      title={editing.dataset ? t('Edit dataset %s', editing.dataset.table_name) : t('Edit dataset')}
      isOpen
      onClose={onClose}
      size="gallery"
      isFullHeight
      isMaskClosable={false}
      footer={<SaveButtons editing={editing} onCancel={cancel} />}
    >
      <DatasetEditor editing={editing} />
    </Modal>
  )
}
