import { parseColor, printColor } from './rgb.ts'

/** Colours for amounts, from the lowest to the highest. `dark` is the ramp for a dark background, where it differs. */
export interface SequentialScheme {
  readonly id: string
  readonly label: string
  readonly colors: readonly string[]
  readonly dark?: readonly string[]
  /** The ramp diverges from a middle colour to both sides. */
  readonly isDiverging?: true
}

/** The default ramp of a new chart. */
export const DEFAULT_SEQUENTIAL = 'facet_blue'

const split = (colors: string): readonly string[] => colors.split(' ').map((color) => `#${color}`)

interface SchemeDefinition {
  readonly dark?: string
  readonly diverging?: boolean
}

function scheme(
  id: string,
  label: string,
  colors: string,
  { dark, diverging }: SchemeDefinition = {},
): SequentialScheme {
  return {
    id,
    label,
    colors: split(colors),
    ...(dark ? { dark: split(dark) } : {}),
    ...(diverging ? { isDiverging: true } : {}),
  }
}

/**
 * The sequential schemes by the ids stored in forms. Ids that begin with `scheme` come from ColorBrewer and matplotlib.
 */
export const sequentialSchemes: readonly SequentialScheme[] = [
  scheme('facet_blue', 'Facet blue', 'e4ecfb c2d2f5 99b3ec 6d91de 4a70cb 3052ac 1f387d', {
    dark: '18223c 213361 2c498d 3f66bd 6289df 94b1f2 cddcfd',
  }),
  scheme('facet_heat', 'Facet heat', 'fdf0d8 fad8a2 f4b764 e88d37 cf621d a33f15 6d2410', {
    dark: '2a2016 4b3018 75451b a76020 d68532 f2b163 fde1b2',
  }),
  scheme('facet_teal', 'Facet teal', 'dff2ef b6e0da 83c8c1 4caba5 228788 126467 0a4246', {
    dark: '132625 17403f 1d5f5e 2a847f 4caaa1 83cec4 c8f0e9',
  }),
  scheme('facet_div_1', 'Facet blue and orange', '2a4d9e 6285cc b1c4e8 eceef1 f3c79b dd8838 a6510d', {
    dark: '8fb4fb 5580cf 31497a 2a2f37 6b4521 b8732a f5ab57',
    diverging: true,
  }),
  scheme('facet_div_2', 'Facet teal and plum', '0f6a66 4ba29c addad5 eceef1 e3b6d6 b5639c 7a2163', {
    dark: '6cd9c9 359a90 1f5753 2a2f37 5c2f51 a3588f eb9bd2',
    diverging: true,
  }),
  scheme(
    'superset_seq_1',
    'Superset sequential #1',
    'f4fad4 d7f1ac a9e3af 82cdbb 63c1bf 1fa8c9 2367ac 2a2d84 251354 050415',
  ),
  scheme(
    'superset_seq_2',
    'Superset sequential #2',
    'fbf1b4 fdd093 fead71 ff7f44 e04355 c53d6f 952b7b 4f167b 251354 050415',
  ),
  scheme('superset_div_1', 'Superset diverging #1', 'e04355 e87180 efa1aa f7d0d4 f6f6f7 c8e9f1 8fd3e4 58bdd7 1fa8c9', {
    diverging: true,
  }),
  scheme('superset_div_2', 'Superset diverging #2', 'ff7f44 ff9e72 fec0a1 ffdfd0 f6f6f7 c8e9f1 8fd3e4 58bdd7 1fa8c9', {
    diverging: true,
  }),
  scheme('blue_white_yellow', 'Blue, white, yellow', '00d1c1 ffffff ffb400'),
  scheme('fire', 'Fire', 'ffffff ffff00 ff0000 000000'),
  scheme('white_black', 'White, black', 'ffffff 000000'),
  scheme('black_white', 'Black, white', '000000 ffffff'),
  scheme('dark_blue', 'Dark blue', 'ebf5f8 6bb1cc 357e9b 1b4150 092935'),
  scheme('pink_grey', 'Pink, grey', 'e70b81 fafafa 666666', { diverging: true }),
  scheme('greens', 'Yellow to green', 'ffffcc 78c679 006837'),
  scheme('purples', 'Pale to violet', 'f2f0f7 9e9ac8 54278f'),
  scheme('oranges', 'Pale to red', 'fef0d9 fc8d59 b30000'),
  scheme('red_yellow_blue', 'Red, yellow, blue', 'd7191c fdae61 ffffbf abd9e9 2c7bb6', { diverging: true }),
  scheme('brown_white_green', 'Brown, white, green', 'a6611a dfc27d f5f5f5 80cdc1 018571', { diverging: true }),
  scheme('purple_white_green', 'Purple, white, green', '7b3294 c2a5cf f7f7f7 a6dba0 008837', { diverging: true }),
  scheme('echarts_gradient', 'ECharts gradient', 'f6efa6 d88273 bf444c'),
  scheme('schemeRdBu', 'RdBu', 'b2182b d6604d f4a582 fddbc7 f7f7f7 d1e5f0 92c5de 4393c3 2166ac', { diverging: true }),
  scheme('schemeBrBG', 'BrBG', '8c510a bf812d dfc27d f6e8c3 f5f5f5 c7eae5 80cdc1 35978f 01665e', { diverging: true }),
  scheme('schemePRGn', 'PRGn', '762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837', { diverging: true }),
  scheme('schemePiYG', 'PiYG', 'c51b7d de77ae f1b6da fde0ef f7f7f7 e6f5d0 b8e186 7fbc41 4d9221', { diverging: true }),
  scheme('schemePuOr', 'PuOr', '542788 8073ac b2abd2 d8daeb f7f7f7 fee0b6 fdb863 e08214 b35806', { diverging: true }),
  scheme('schemeRdYlBu', 'RdYlBu', 'd73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4', {
    diverging: true,
  }),
  scheme('schemeRdYlGn', 'RdYlGn', 'd73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850', {
    diverging: true,
  }),
  scheme('schemeSpectral', 'Spectral', 'd53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd', {
    diverging: true,
  }),
  scheme('schemeBlues', 'Blues', 'f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b'),
  scheme('schemeGreens', 'Greens', 'f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b'),
  scheme('schemeGrays', 'Grays', 'ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000'),
  scheme('schemeOranges', 'Oranges', 'fff5eb fee6ce fdd0a2 fdae6b fd8d3c f16913 d94801 a63603 7f2704'),
  scheme('schemePurples', 'Purples', 'fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 54278f 3f007d'),
  scheme('schemeReds', 'Reds', 'fff5f0 fee0d2 fcbba1 fc9272 fb6a4a ef3b2c cb181d a50f15 67000d'),
  scheme('schemeViridis', 'Viridis', '440154 472d7b 3b528b 2c728e 21918c 28ae80 5ec962 addc30 fde725'),
  scheme('schemeInferno', 'Inferno', '000004 210c4a 57106e 8a226a bc3754 e45a31 f98e09 f9cb35 fcffa4'),
  scheme('schemeMagma', 'Magma', '000004 1d1147 51127c 832681 b73779 e75263 fc8961 fec488 fcfdbf'),
  scheme('schemeWarm', 'Warm', '6e40aa a03db3 d23ea7 f9488a ff5e63 ff7f41 efa72f cdcf37 aff05b'),
  scheme('schemeCool', 'Cool', '6e40aa 5c5ace 417de0 27a3dc 1ac7c2 21e39b 40f373 73f65a aff05b'),
  scheme(
    'schemeCubehelixDefault',
    'CubehelixDefault',
    '000000 1b1d3b 16534c 437731 a07949 d483a7 c7b3ed cae7f0 ffffff',
  ),
  scheme('schemeBuGn', 'BuGn', 'f7fcfd e5f5f9 ccece6 99d8c9 66c2a4 41ae76 238b45 006d2c 00441b'),
  scheme('schemeBuPu', 'BuPu', 'f7fcfd e0ecf4 bfd3e6 9ebcda 8c96c6 8c6bb1 88419d 810f7c 4d004b'),
  scheme('schemeGnBu', 'GnBu', 'f7fcf0 e0f3db ccebc5 a8ddb5 7bccc4 4eb3d3 2b8cbe 0868ac 084081'),
  scheme('schemeOrRd', 'OrRd', 'fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f b30000 7f0000'),
  scheme('schemePuBuGn', 'PuBuGn', 'fff7fb ece2f0 d0d1e6 a6bddb 67a9cf 3690c0 02818a 016c59 014636'),
  scheme('schemePuBu', 'PuBu', 'fff7fb ece7f2 d0d1e6 a6bddb 74a9cf 3690c0 0570b0 045a8d 023858'),
  scheme('schemePuRd', 'PuRd', 'f7f4f9 e7e1ef d4b9da c994c7 df65b0 e7298a ce1256 980043 67001f'),
  scheme('schemeRdPu', 'RdPu', 'fff7f3 fde0dd fcc5c0 fa9fb5 f768a1 dd3497 ae017e 7a0177 49006a'),
  scheme('schemeYlGnBu', 'YlGnBu', 'ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58'),
  scheme('schemeYlGn', 'YlGn', 'ffffe5 f7fcb9 d9f0a3 addd8e 78c679 41ab5d 238443 006837 004529'),
  scheme('schemeYlOrBr', 'YlOrBr', 'ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 993404 662506'),
  scheme('schemeYlOrRd', 'YlOrRd', 'ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c bd0026 800026'),
]

/** Returns the scheme with this id, or the default one. */
export function sequentialScheme(id: string | null | undefined): SequentialScheme {
  const found =
    sequentialSchemes.find((each) => each.id === id) ?? sequentialSchemes.find((each) => each.id === DEFAULT_SEQUENTIAL)
  if (!found) throw new RangeError('There is no sequential scheme')
  return found
}

/** Returns the colours of a scheme for a background, from the lowest to the highest. */
export function rampColors(id: string | null | undefined, background: 'light' | 'dark'): readonly string[] {
  const { colors, dark } = sequentialScheme(id)
  return background === 'dark' ? (dark ?? colors) : colors
}

/**
 * Returns the colour at a position of a ramp from 0 (lowest) to 1 (highest). It interpolates linearly and clamps at the
 * ends.
 */
export function rampColor(colors: readonly string[], position: number): string {
  const at = Math.min(1, Math.max(0, Number.isFinite(position) ? position : 0)) * (colors.length - 1)
  const [low, high] = [colors[Math.floor(at)], colors[Math.ceil(at)]].map((color) => parseColor(color ?? ''))
  if (!low || !high) return colors[0] ?? '#000000'
  const share = at - Math.floor(at)
  const mixed = (from: number, to: number) => from + (to - from) * share
  return printColor({ r: mixed(low.r, high.r), g: mixed(low.g, high.g), b: mixed(low.b, high.b), a: 1 })
}
