import { changeText } from '#charts/shared/figure/overall-value.ts'
import type { BigNumberProps } from './props.ts'
import type { ChartViewProps } from '#charts/chart.ts'
import { Figure, MISSING_NUMBER } from '#charts/shared/figure/Figure.tsx'
import { figureText, fitFigure } from '#charts/shared/figure/figure.ts'
import { usePainted, usePicture } from '#charts/shared/echarts/use-picture.tsx'

export { toProps } from './props.ts'

export default function BigNumberView(props: BigNumberProps & ChartViewProps) {
  const { width, height, onRendered } = props
  const text = figureText(props)
  // Without a value, the subheader and the unit have no meaning.
  const subheader = text === '' ? '' : (changeText(props) ?? props.subheader)
  const below = subheader === '' ? [] : [subheader]
  usePainted(usePicture(props), onRendered)
  return (
    <Figure
      figure={props}
      fit={fitFigure({ ...props, below }, text || MISSING_NUMBER, width, height)}
      width={width}
      height={height}
      below={below}
    />
  )
}
