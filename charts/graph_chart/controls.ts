import { oneColumn, source, target } from '#charts/shared/links/link-controls.ts'
import type { FormOf } from '#controls/form-type.ts'
import { colorSection, legendSection, pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { adhocFilters, metric, rowLimit, sliderOf, strictNumberOf } from '#controls/shared/query-controls.ts'
import { section } from '#controls/shared/section.ts'
import { timeSection } from '#controls/shared/time-controls.ts'
import type { FormData } from '#core/form/form-data.ts'

const kind = { description: 'Column with the category that colors the nodes' }

const query = section({
  label: 'Query',
  tab: 'data',
  expanded: true,
  rows: [
    [source()],
    [target()],
    [metric()],
    [oneColumn('source_category', 'Source category', kind)],
    [oneColumn('target_category', 'Target category', kind)],
    [adhocFilters()],
    [rowLimit()],
  ],
})

const isForced = { visible: (form: FormData): boolean => form['layout'] !== 'circular' }

const styleSection = section({
  label: 'Layout',
  tab: 'customize',
  expanded: true,
  rows: [
    [
      pictureChoice('layout', 'Graph layout', [
        ['force', 'Force'],
        ['circular', 'Circular'],
      ]),
    ],
    [
      pictureChoice(
        'edgeSymbol',
        'Edge symbols',
        [
          ['none,none', 'None -> None'],
          ['none,arrow', 'None -> Arrow'],
          ['circle,arrow', 'Circle -> Arrow'],
          ['circle,circle', 'Circle -> Circle'],
        ],
        { default: 'none,arrow' },
      ),
    ],
    [pictureToggle('draggable', 'Enable node dragging', false)],
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
      pictureChoice<'selectedMode', false | 'single' | 'multiple'>(
        'selectedMode',
        'Node select mode',
        [
          [false, 'Disabled'],
          ['single', 'Single'],
          ['multiple', 'Multiple'],
        ],
        { default: 'single' },
      ),
    ],
    [strictNumberOf('showSymbolThreshold', 'Label threshold', { default: 0 })],
    [
      strictNumberOf('baseNodeSize', 'Node size', { default: 20 }),
      strictNumberOf('baseEdgeWidth', 'Edge width', { default: 3 }),
    ],
    [sliderOf('edgeLength', 'Edge length', { default: 400, min: 100, max: 1000, step: 50, ...isForced })],
    [sliderOf('gravity', 'Gravity', { default: 0.3, min: 0.1, max: 1, step: 0.1, ...isForced })],
    [sliderOf('repulsion', 'Repulsion', { default: 1000, min: 100, max: 3000, step: 50, ...isForced })],
    [sliderOf('friction', 'Friction', { default: 0.2, min: 0.1, max: 1, step: 0.1, ...isForced })],
  ],
})

export const controls = [timeSection, query, colorSection, legendSection, styleSection] as const

export type GraphForm = FormOf<typeof controls>
