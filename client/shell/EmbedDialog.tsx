import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { reportCopyFailure } from './copy-link.ts'
import { embedCode, type EmbedFrame } from './embed-code.ts'

interface Props {
  /** Creates the link in the embed code; called once each time the dialog opens. */
  readonly makeLink: () => Promise<{ readonly url: string }>
  /** The initial size. */
  readonly frame: EmbedFrame
  readonly onClose: () => void
}

/** The code that embeds the current chart or dashboard in another page. */
export function EmbedDialog({ makeLink, frame, onClose }: Props) {
  const [width, setWidth] = useState(frame.width)
  const [height, setHeight] = useState(frame.height)
  const link = useQuery({ queryKey: ['embed', useId()], queryFn: makeLink, gcTime: 0, staleTime: Infinity })
  const code = link.data
    ? embedCode(new URL(link.data.url, window.location.href).href, { ...frame, width, height })
    : ''
  return (
    <Modal title={t('Embed code')} isOpen onClose={onClose}>
      <Stack gap={3}>
        <Inline gap={2}>
          <NumberField
            label={t('Height')}
            value={height}
            min={1}
            onChange={(next) => setHeight(next ?? frame.height)}
          />
          <NumberField label={t('Width')} value={width} min={1} onChange={(next) => setWidth(next ?? frame.width)} />
        </Inline>
        {link.isError ? (
          <ErrorPanel title={t('The link could not be made')} text={link.error.message} />
        ) : (
          <CodeEditor
            ariaLabel={t('Embed code')}
            value={code}
            onChange={() => undefined}
            language="text"
            minLines={6}
            isReadOnly
          />
        )}
        {code !== '' && (
          <CopyButton
            variant="button"
            label={t('Copy')}
            copiedLabel={t('Copied')}
            text={code}
            onError={reportCopyFailure}
          />
        )}
      </Stack>
    </Modal>
  )
}
