import { axisFormat, pictureChoice, timeFormat, pictureToggle } from '#controls/shared/picture-controls.ts'

/** The size and format controls of a big number. */
export const figureRows = [
  [
    pictureChoice(
      'header_font_size',
      'Big Number Font Size',
      [
        [0.2, 'Tiny'],
        [0.3, 'Small'],
        [0.4, 'Normal'],
        [0.5, 'Large'],
        [0.6, 'Huge'],
      ],
      { default: 0.4 },
    ),
  ],
  [
    pictureChoice(
      'subheader_font_size',
      'Subheader Font Size',
      [
        [0.125, 'Tiny'],
        [0.15, 'Small'],
        [0.2, 'Normal'],
        [0.3, 'Large'],
        [0.4, 'Huge'],
      ],
      { default: 0.15 },
    ),
  ],
  [axisFormat('Number format')],
  [timeFormat('time_format', 'Date format')],
  [pictureToggle('force_timestamp_formatting', 'Force date format', false)],
] as const
