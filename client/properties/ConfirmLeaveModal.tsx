import { Modal, type ModalProps } from '#ui/overlay/Modal.tsx'
import { DiscardPrompt, useDiscardConfirmation } from '#controls/shared/DiscardPrompt.tsx'

interface Props extends ModalProps {
  /** True if the dialog has unsaved changes. */
  readonly isChanged: boolean
}

/**
 * A dialog with fields. With unsaved changes, Escape and the close button first ask for confirmation in the footer. A
 * press outside does nothing unless `isMaskClosable` is set.
 */
export function ConfirmLeaveModal({ isChanged, onClose, footer, ...props }: Props) {
  const { leave, question } = useDiscardConfirmation(isChanged, onClose)
  return (
    <Modal
      isMaskClosable={false}
      {...props}
      onClose={leave}
      footer={question ? <DiscardPrompt {...question} /> : footer}
    />
  )
}
