import { t } from '#core/text/t.ts'
import { copyText } from '#ui/display/clipboard.ts'
import { toast } from '#ui/overlay/toast.ts'

/** The parts of a tile for the clipboard. */
export interface TileCopy {
  /** The rows as tab-separated text; undefined if the user may not export them. */
  readonly rows: string | undefined
  /** Draws the picture as PNG. */
  readonly picture: () => Promise<Blob>
}

const canWriteItems = () =>
  window.isSecureContext && typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function'

/**
 * Copies the rows and the picture of a tile in one clipboard item, so that spreadsheets take the rows and chats the
 * picture. Browsers that write no pictures get the rows only.
 */
export async function copyTile({ rows, picture }: TileCopy): Promise<void> {
  const failed = () => {
    toast.show({ text: t('The tile could not be copied. Allow the clipboard for this page.'), tone: 'danger' })
  }
  if (!canWriteItems()) {
    if (rows === undefined) return failed()
    const isCopied = await copyText(rows).then(
      () => true,
      () => false,
    )
    if (isCopied) toast.show({ text: t('Rows copied. This browser cannot copy the picture on this page.') })
    else failed()
    return
  }
  try {
    // The clipboard waits for the picture, within the permission of the key press.
    const item = new ClipboardItem({
      ...(rows === undefined ? {} : { 'text/plain': new Blob([rows], { type: 'text/plain' }) }),
      'image/png': picture(),
    })
    await navigator.clipboard.write([item])
    toast.show({ text: rows === undefined ? t('Picture copied') : t('Rows and picture copied') })
  } catch {
    failed()
  }
}
