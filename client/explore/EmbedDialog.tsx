import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createExplorePermalink } from '#calls/permalinks.ts'
import { sayCannotCopy } from '#client/shell/copy-link.ts'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { embedCode } from './embed-code.ts'
import { useExplore } from './state/store.ts'

/** Pixels. */
const WIDTH = 600
const HEIGHT = 400

/** The code that shows the chart as it is now on another page. */
export function EmbedDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useExplore((state) => state.form)
  const [width, setWidth] = useState(WIDTH)
  const [height, setHeight] = useState(HEIGHT)
  const link = useQuery({ queryKey: ['embed', form], queryFn: () => createExplorePermalink(form), gcTime: 0 })
  const code = link.data ? embedCode(new URL(link.data.url, window.location.href).href, width, height) : ''
  return (
    <Modal title={t('Embed code')} isOpen onClose={onClose}>
      <Stack gap={3}>
        <Inline gap={2}>
          <NumberField label={t('Height')} value={height} min={1} onChange={(next) => setHeight(next ?? HEIGHT)} />
          <NumberField label={t('Width')} value={width} min={1} onChange={(next) => setWidth(next ?? WIDTH)} />
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
            onError={sayCannotCopy}
          />
        )}
      </Stack>
    </Modal>
  )
}
