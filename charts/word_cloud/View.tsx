import { CustomChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { placeWords, type Measure } from './place-words.ts'
import { cloudNote, cloudOption, cloudSummary, wordMarks } from './option.ts'
import type { WordCloudProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { NOTE_HEIGHT } from '#charts/shared/echarts/mark.ts'
import { type DrawOption, MarkChart } from '#charts/shared/echarts/MarkChart.tsx'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

register([CustomChart])

/** Text is measured once at this font size in pixels and scaled. */
const MEASURED = 100

/** Counts font loading events, each of which invalidates earlier measurements. */
function useFontsLoaded(): number {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const fonts = (document as { fonts?: FontFaceSet }).fonts
    const count = () => setTimes((before) => before + 1)
    fonts?.addEventListener('loadingdone', count)
    return () => fonts?.removeEventListener('loadingdone', count)
  }, [])
  return times
}

function makeMeasure(): Measure {
  const known = new Map<string, number>()
  const pen = document.createElement('canvas').getContext('2d')
  if (pen)
    pen.font = `600 ${MEASURED}px ${getComputedStyle(document.body).getPropertyValue('--font-ui') || 'sans-serif'}`
  return (text, size) => {
    const width = known.get(text) ?? pen?.measureText(text).width ?? text.length * MEASURED * 0.6
    known.set(text, width)
    return (width / MEASURED) * size
  }
}

function useMeasure(): Measure {
  const times = useFontsLoaded()
  // Text widths depend on the loaded fonts.
  return useMemo(makeMeasure, [times])
}

export default function WordCloudView(props: WordCloudProps & ChartViewProps) {
  const picture = usePicture(props)
  const measure = useMeasure()
  const { width, height } = props
  const laid = useMemo(() => {
    const whole = picture.left > 0 ? undefined : placeWords(picture, { width, height }, measure)
    const isWhole = whole !== undefined && cloudNote(picture, whole) === ''
    return isWhole ? whole : placeWords(picture, { width, height: height - NOTE_HEIGHT }, measure)
  }, [picture, width, height, measure])
  const option = useCallback<DrawOption>(
    (theme, size) => cloudOption({ ...picture, ...size }, laid, theme),
    [picture, laid],
  )
  const marks = useMemo(() => wordMarks(picture, laid), [picture, laid])
  return (
    <MarkChart
      canvas={props}
      option={option}
      marks={marks}
      summary={cloudSummary(props)}
      note={cloudNote(props, laid)}
    />
  )
}
