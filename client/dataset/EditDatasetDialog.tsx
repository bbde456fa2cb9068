import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { DatasetEditor } from './DatasetEditor.tsx'
import type { RenamedColumns } from './ReplacedColumns.tsx'
import { SaveButtons } from './SaveButtons.tsx'
import { useEditDataset } from './use-edit-dataset.ts'

interface Props {
  readonly id: number
  readonly onClose: () => void
  readonly onSaved: (dataset: DatasetResponse) => void
  readonly onReplaced?: (renamed: RenamedColumns) => void
}

/** Edits a dataset in a dialog over the chart. Escape and Close ask before they discard unsaved changes. */
export function EditDatasetDialog({ id, onClose, onSaved, onReplaced }: Props) {
  const editing = useEditDataset(id, (dataset) => {
    onSaved(dataset)
    onClose()
  })
  const cancel = () => {
    editing.discard()
    onClose()
  }
  return (
    <ConfirmLeaveModal
      title={editing.dataset ? t('Edit dataset %s', editing.dataset.table_name) : t('Edit dataset')}
      isOpen
      isChanged={editing.isChanged}
      onClose={cancel}
      size="gallery"
      isFullHeight
      footer={<SaveButtons editing={editing} onCancel={cancel} />}
    >
      <DatasetEditor editing={editing} onReplaced={onReplaced} />
    </ConfirmLeaveModal>
  )
}
