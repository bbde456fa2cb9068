/** A format in the list: the stored id and the displayed label. */
export interface OfferedFormat {
  readonly id: string
  readonly label: string
}

/** The number format that adapts to the size of the value. */
export const SMART_NUMBER = 'SMART_NUMBER'

/** The adaptive format under the name stored for y axes: the default of a new chart. */
export const ADAPTIVE_FORMAT = 'adaptive'

/** Integers in full and at most three decimals: the default format of new tables. */
export const EXACT_FORMAT = ',.3~f'

/** The number formats in the list, in order; any d3 pattern may be typed as well. The labels show 12345.432. */
export const numberFormats: readonly OfferedFormat[] = [
  { id: SMART_NUMBER, label: 'Adaptive formatting' },
  { id: '~g', label: 'Original value' },
  { id: EXACT_FORMAT, label: ',.3~f (12345.5 => 12,345.5)' },
  { id: ',d', label: ',d (12345.432 => 12,345)' },
  { id: '.1s', label: '.1s (12345.432 => 10k)' },
  { id: '.3s', label: '.3s (12345.432 => 12.3k)' },
  { id: ',.1%', label: ',.1% (12345.432 => 1,234,543.2%)' },
  { id: '.2%', label: '.2% (12345.432 => 1234543.20%)' },
  { id: '.3%', label: '.3% (12345.432 => 1234543.200%)' },
  { id: '.4r', label: '.4r (12345.432 => 12350)' },
  { id: ',.1f', label: ',.1f (12345.432 => 12,345.4)' },
  { id: ',.2f', label: ',.2f (12345.432 => 12,345.43)' },
  { id: ',.3f', label: ',.3f (12345.432 => 12,345.432)' },
  { id: '+,', label: '+, (12345.432 => +12,345.432)' },
  { id: '$,.2f', label: '$,.2f (12345.432 => $12,345.43)' },
  { id: 'DURATION', label: 'Duration in ms (66000 => 1m 6s)' },
  { id: 'DURATION_SUB', label: 'Duration in ms (100.40008 => 100ms 400µs 80ns)' },
  { id: 'MEMORY_DECIMAL', label: 'Bytes, decimal (1024 => 1.02 kB)' },
  { id: 'MEMORY_BINARY', label: 'Bytes, binary (1024 => 1 KiB)' },
]
