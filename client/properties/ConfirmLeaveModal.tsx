import { Modal, type ModalProps } from '#ui/overlay/Modal.tsx'
import { Question, useLeaving } from '#controls/shared/Question.tsx'

interface Props extends ModalProps {
  /** True if the dialog has unsaved changes. */
  readonly isChanged: boolean
}

/**
 * A dialog with fields. With unsaved changes, Escape and the close button first ask for confirmation in the footer. A
 * press outside does nothing unless `isMaskClosable` is set.
 */
export function ConfirmLeaveModal({ isChanged, onClose, footer, ...props }: Props) {
  const { leave, question } = useLeaving(isChanged, onClose)
  return (
    <Modal isMaskClosable={false} {...props} onClose={leave} footer={question ? <Question {...question} /> : footer} />
  )
}
