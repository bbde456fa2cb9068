import { oneColumn } from '#charts/shared/links/link-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import { pictureText, pictureChoice } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, rowLimit, sliderOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import type { FormData } from '#core/form/form-data.ts'

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [oneColumn('id', 'Id', { description: 'Column with the node id', required: true })],
    [oneColumn('parent', 'Parent', { description: 'The id of the node above', required: true })],
    [oneColumn('name', 'Name', { description: 'Column with the node name; if empty, the id is shown' })],
    [
      pictureText('root_node_id', 'Root node id', {
        description: 'The id of the node on top; without it, the one with most nodes below',
      }),
    ],
    [metric({ required: false, description: 'The value of a node' })],
    [adhocFilters()],
    [rowLimit()],
  ],
})

const PLACES = [
  ['left', 'Left'],
  ['top', 'Top'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
] as const

const isOrthogonal = (form: FormData): boolean => form['layout'] !== 'radial'

const styleSection = section({
  label: 'Layout',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureChoice('layout', 'Tree layout', [
        ['orthogonal', 'Orthogonal'],
        ['radial', 'Radial'],
      ]),
    ],
    [
      pictureChoice(
        'orient',
        'Tree orientation',
        [
          ['LR', 'Left to Right'],
          ['RL', 'Right to Left'],
          ['TB', 'Top to Bottom'],
          ['BT', 'Bottom to Top'],
        ],
        { visible: isOrthogonal },
      ),
    ],
    [
      pictureChoice('node_label_position', 'Node label position', PLACES, { visible: isOrthogonal }),
      pictureChoice('child_label_position', 'Child label position', PLACES, {
        default: 'bottom',
        visible: isOrthogonal,
      }),
    ],
    [
      pictureChoice(
        'emphasis',
        'Emphasis',
        [
          ['ancestor', 'Ancestor'],
          ['descendant', 'Descendant'],
        ],
        { default: 'descendant' },
      ),
    ],
    [
      pictureChoice('symbol', 'Symbol', [
        ['emptyCircle', 'Empty circle'],
        ['circle', 'Circle'],
        ['rect', 'Rectangle'],
        ['triangle', 'Triangle'],
        ['diamond', 'Diamond'],
        ['pin', 'Pin'],
        ['arrow', 'Arrow'],
        ['none', 'None'],
      ]),
      sliderOf('symbolSize', 'Symbol size', { default: 7, min: 5, max: 30, step: 2 }),
    ],
    [
      pictureChoice<'roam', boolean | 'scale' | 'move'>(
        'roam',
        'Enable graph roaming',
        [
          [false, 'Disabled'],
          ['scale', 'Scale only'],
          ['move', 'Move only'],
          [true, 'Scale and Move'],
        ],
        { default: true },
      ),
    ],
  ],
})

export const controls = [timeSection, query, styleSection] as const

export type TreeForm = FormOf<typeof controls>
