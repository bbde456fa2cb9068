import { Modal, type ModalProps } from '#ui/overlay/Modal.tsx'
import { Question, useLeaving } from '#controls/shared/Question.tsx'

interface Props extends ModalProps {
  /** Whether something was typed or chosen in it that is saved nowhere. */
  readonly isChanged: boolean
}

/**
 * A dialog with fields. Leaving it by Escape or by its cross while something was changed asks first, in the place of its
 * buttons; a press beside it does nothing unless `isMaskClosable` is set.
 */
export function ConfirmLeaveModal({ isChanged, onClose, footer, ...props }: Props) {
  const { leave, question } = useLeaving(isChanged, onClose)
  return (
    <Modal isMaskClosable={false} {...props} onClose={leave} footer={question ? <Question {...question} /> : footer} />
  )
}
