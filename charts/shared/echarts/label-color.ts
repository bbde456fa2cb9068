import { textColorOn } from '#core/color/contrast.ts'
import { parseColor } from '#core/color/rgb.ts'

const DARK_INK = '#15181f'
const LIGHT_INK = '#ffffff'

/** Returns the text color for a label on a mark of this color. */
export function labelColorOn(color: string | undefined): string {
  const ground = color === undefined ? undefined : parseColor(color)
  return ground && textColorOn(ground) === 'dark' ? DARK_INK : LIGHT_INK
}
