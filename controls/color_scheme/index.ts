import type { ControlContext, ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { t } from '#core/text/t.ts'

/** The id of a color scheme. Unknown ids are retained, because another installation may have them. */
export const color_scheme: ControlType<string> = {
  type: 'color_scheme',
  parse: (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined),
  check: (value, control) => validationMessages(value, control),
  examples: () => ['d3Category10', 'bnbColors'],
}

/** Returns why the chosen scheme has no effect on the colors; undefined if it has. */
export function colorNotice({ dashboard }: ControlContext): string | undefined {
  if (dashboard?.hasLabelColors) {
    return t(
      'This color scheme is being overriden by custom label colors. Check the JSON metadata in the Advanced settings',
    )
  }
  if (!dashboard?.hasColorScheme) return undefined
  return t(
    'The color scheme is determined by the related dashboard. Edit the color scheme in the dashboard properties.',
  )
}
