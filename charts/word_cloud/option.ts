import type { PlacedWord } from './place-words.ts'
import type { Word, WordCloudProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { colorsFor } from '#charts/shared/colors.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import type { Mark } from '#charts/shared/echarts/mark.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import { tooltipFrame, tooltipHtml } from '#charts/shared/tooltip/tooltip.ts'
import { joinedNotes, invalidPartsNote } from '#charts/shared/invalid-part-count.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

type Option = Record<string, unknown>
type Props = WordCloudProps &
  Pick<ChartViewProps, 'width' | 'height' | 'theme' | 'selectedMarks' | 'isSelectionExcluded'>

const text = ({ format }: WordCloudProps, { name, value }: Word): string => `${name}: ${numberFormatter(format)(value)}`

/** Returns the words as marks for keyboard navigation, largest first. */
export function wordMarks(props: WordCloudProps, laid: readonly PlacedWord[]): Mark[] {
  return laid.map(({ at }, dataIndex) => {
    const word = props.words[at] as Word
    return { seriesId: 'words', seriesIndex: 0, dataIndex, selection: word.selection, text: () => text(props, word) }
  })
}

/** Returns the number of words, and the largest ones. */
export function cloudSummary(props: WordCloudProps): string {
  const { words, metric } = props
  if (words.length === 0) return t('Chart without values')
  const largest = words.slice(0, 5).map((word) => text(props, word))
  return t('%s words by %s. Largest: %s', words.length, metric, largest.join(', '))
}

/** Returns the note about words that are not drawn. */
export function cloudNote(props: WordCloudProps, laid: readonly PlacedWord[]): string {
  const { left, words } = props
  const hidden = words.length - laid.length
  return joinedNotes(
    hidden > 0 ? t('%s words do not fit', hidden) : '',
    left > 0 ? t('%s more words are not drawn', left) : '',
    invalidPartsNote(props),
  )
}

/** Returns the ECharts option of the placed words. */
export function cloudOption(props: Props, laid: readonly PlacedWord[], theme: ChartTheme): Option {
  const colors = colorsFor(props.words, props, props.theme)
  const reported = ({ dataIndex }: { dataIndex: number }): string => {
    const at = laid[dataIndex]?.at ?? -1
    const word = props.words[at]
    if (!word) return ''
    const row = {
      color: colors[at] ?? theme.other,
      name: props.metric,
      text: numberFormatter(props.format)(word.value),
    }
    return tooltipHtml(word.name, [row])
  }
  const renderItem = ({ dataIndex }: { dataIndex: number }): Option => {
    const { at, x, y, size, turn } = laid[dataIndex] as PlacedWord
    const word = props.words[at]
    return {
      type: 'text',
      x,
      y,
      rotation: turn,
      style: {
        text: word?.name ?? '',
        fontSize: size,
        fontWeight: 600,
        fontFamily: theme.font,
        fill: colors[at] ?? theme.other,
        align: 'center',
        verticalAlign: 'middle',
        opacity: word && isMarkHighlighted(props, word.selection) ? 1 : 0.3,
      },
      emphasis: { style: { fill: theme.text } },
    }
  }
  return {
    tooltip: { ...tooltipFrame(theme), trigger: 'item', formatter: reported },
    series: [
      {
        id: 'words',
        type: 'custom',
        coordinateSystem: 'none',
        renderItem,
        data: laid.map(({ at }) => props.words[at]?.value ?? 0),
        cursor: 'pointer',
      },
    ],
  }
}
