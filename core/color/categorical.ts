/** A list of colours for categories, in order of use. `dark` is the list for a dark background, where it differs. */
export interface CategoricalScheme {
  readonly id: string
  readonly label: string
  readonly colors: readonly string[]
  readonly dark?: readonly string[]
}

/** The default scheme of a new chart. */
export const DEFAULT_CATEGORICAL = 'facet'

function split(colors: string): readonly string[] {
  return colors.split(' ').map((color) => (color.startsWith('#') ? color : `#${color}`).toLowerCase())
}

function scheme(id: string, label: string, colors: string, dark?: string): CategoricalScheme {
  return { id, label, colors: split(colors), ...(dark ? { dark: split(dark) } : {}) }
}

const google10 = '3366cc dc3912 ff9900 109618 990099 0099c6 dd4477 66aa00 b82e2e 316395'

/** The categorical schemes by the ids stored in form data and dashboards. */
export const categoricalSchemes: readonly CategoricalScheme[] = [
  scheme(
    'facet',
    'Facet',
    '3258bb df7710 14948f b92262 8563d8 9c6e07 379bd5 9e3a05 649d60 81246c 5a6337 4f6478',
    '71a5ee f3850f 57cab1 d673a4 9c74f4 e0bd36 88ccfd d86954 7dc574 b367af a4aa4b 9aaabf',
  ),
  scheme(
    'supersetColors',
    'Superset Colors',
    '1fa8c9 454e7c 5ac189 ff7f44 666666 e04355 fcc700 a868b7 3ccccb a38f79 8fd3e4 a1a6bd ace1c4 fec0a1 b2b2b2 efa1aa fde380 d3b3da 9ee5e5 d1c6bc',
  ),
  scheme(
    'presetColors',
    'Preset Colors',
    '6bd3b3 fcc550 408184 66cbe2 ee5960 484e5a ff874e 03748e c9bbab b17baa b5e9d9 fde2a7 9fc0c1 b2e5f0 f6acaf a4a6ac ffc3a6 81b9c6 e4ddd5 d9bdd5',
  ),
  scheme(
    'bnbColors',
    'Airbnb Colors',
    'ff5a5f 7b0051 007a87 00d1c1 8ce071 ffb400 b4a76c ff8083 cc0086 00a1b3 00ffeb bbedab ffd266 cbc29a ff3339 ff1ab1 005c66 00b3a5 55d12e b37e00 988b4e',
  ),
  scheme('lyftColors', 'Lyft Colors', 'ea0b8c 6c838e 29abe2 33d9c1 9dacb9 7560aa 2d5584 831c4a 333d47 ac2077'),
  scheme('googleCategory10c', 'Google Category 10c', google10),
  scheme(
    'googleCategory20c',
    'Google Category 20c',
    `${google10} 994499 22aa99 aaaa11 6633cc e67300 8b0707 651067 329262 5574a6 3b3eac`,
  ),
  scheme(
    'echarts4Colors',
    'ECharts v4.x Colors',
    'c23531 2f4554 61a0a8 d48265 91c7ae 749f83 ca8622 bda29a 6e7074 546570 c4ccd3',
  ),
  scheme('echarts5Colors', 'ECharts v5.x Colors', '5470c6 91cc75 fac858 ee6666 73c0de 3ba272 fc8452 9a60b4 ea7ccc'),
  scheme('d3Category10', 'D3 Category 10', '1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf'),
  scheme(
    'd3Category20',
    'D3 Category 20',
    '1f77b4 aec7e8 ff7f0e ffbb78 2ca02c 98df8a d62728 ff9896 9467bd c5b0d5 8c564b c49c94 e377c2 f7b6d2 7f7f7f c7c7c7 bcbd22 dbdb8d 17becf 9edae5',
  ),
  scheme(
    'd3Category20b',
    'D3 Category 20b',
    '393b79 5254a3 6b6ecf 9c9ede 637939 8ca252 b5cf6b cedb9c 8c6d31 bd9e39 e7ba52 e7cb94 843c39 ad494a d6616b e7969c 7b4173 a55194 ce6dbd de9ed6',
  ),
  scheme(
    'd3Category20c',
    'D3 Category 20c',
    '3182bd 6baed6 9ecae1 c6dbef e6550d fd8d3c fdae6b fdd0a2 31a354 74c476 a1d99b c7e9c0 756bb1 9e9ac8 bcbddc dadaeb 636363 969696 bdbdbd d9d9d9',
  ),
]

/**
 * Returns the scheme with this id, or the default one. `domain` is the list of colours saved with a dashboard; it is
 * used if the id is unknown.
 */
export function categoricalScheme(id: string | null | undefined, domain?: readonly string[]): CategoricalScheme {
  const found = categoricalSchemes.find((each) => each.id === id)
  if (found) return found
  if (id && domain?.length) return { id, label: id, colors: domain }
  const [facet] = categoricalSchemes
  if (!facet) throw new RangeError('There is no categorical scheme')
  return facet
}

/** Returns the colours of a scheme for a background. */
export function schemeColors(
  of: Pick<CategoricalScheme, 'colors' | 'dark'>,
  background: 'light' | 'dark' = 'light',
): readonly string[] {
  return background === 'dark' ? (of.dark ?? of.colors) : of.colors
}
