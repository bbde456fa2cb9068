import { textColorOn } from '#core/color/contrast.ts'
import { parseColor } from '#core/color/rgb.ts'

const DARK_TEXT = '#15181f'
const LIGHT_TEXT = '#ffffff'

/** Returns the text color for a label on a mark of this color. */
export function labelColorOn(color: string | undefined): string {
  const background = color === undefined ? undefined : parseColor(color)
  return background && textColorOn(background) === 'dark' ? DARK_TEXT : LIGHT_TEXT
}
