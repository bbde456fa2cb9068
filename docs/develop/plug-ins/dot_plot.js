// A metric by a dimension as dots on a line, the largest on top.
export const contract = 1

const MAX_DOTS = 40

export default function dotPlot({ react, controls, query, picture }) {
  const { createElement: h } = react
  const { groupby, metric, adhocFilters, rowLimit } = controls.query

  const labels = (form) => ({
    dimension: query.queryFields(form).columns.map(query.columnLabel)[0] ?? '',
    measure: form.metric ? query.metricLabel(query.metricOf(form, 'metric')) : '',
  })

  function View({
    dots,
    choice,
    format,
    label,
    width,
    height,
    theme,
    selectedMarks = [],
    onSelect,
    onRendered,
    ...rest
  }) {
    picture.usePainted(picture.usePicture({ dots, width, height, theme, selectedMarks, ...rest }), onRendered)
    const colors = picture.colorsFor(
      dots.map(({ colored }) => colored),
      choice,
      theme,
    )
    const textColor = theme === 'dark' ? '#e6e8ee' : '#1c2333'
    const step = height / Math.max(dots.length, 1)
    const largest = Math.max(...dots.map(({ value }) => value), 1)
    const left = Math.min(140, width / 3)
    const row = (dot, at) => {
      const isSelected = selectedMarks.some((each) => picture.isSameMark(each, dot.selection))
      const y = step * (at + 0.5)
      const x = left + (dot.value / largest) * (width - left - 70)
      return h(
        'g',
        {
          key: dot.text,
          opacity: selectedMarks.length > 0 && !isSelected ? 0.3 : 1,
          style: { cursor: onSelect ? 'pointer' : 'default' },
          onClick: onSelect && (() => onSelect(dot.selection, 'one')),
        },
        h(
          'text',
          { x: left - 8, y, textAnchor: 'end', dominantBaseline: 'middle', fill: textColor, fontSize: 12 },
          dot.text,
        ),
        h('line', { x1: left, x2: x, y1: y, y2: y, stroke: textColor, strokeOpacity: 0.2 }),
        h('circle', { cx: x, cy: y, r: Math.min(6, step / 3), fill: colors[at] }),
        h(
          'text',
          { x: x + 10, y, dominantBaseline: 'middle', fill: textColor, fontSize: 12 },
          picture.formatNumber(format, dot.value),
        ),
      )
    }
    return h('svg', { width, height, role: 'img', 'aria-label': label }, ...dots.map(row))
  }

  return {
    meta: {
      name: 'Dot Plot',
      description: 'Compares groups by the position of a dot on one line.',
      category: 'Ranking',
      tags: ['Comparison', 'Categorical'],
    },
    controls: [
      {
        label: 'Query',
        tab: 'data',
        expanded: true,
        rows: [
          [groupby({ required: true, multi: false })],
          [metric()],
          [adhocFilters()],
          [rowLimit({ default: MAX_DOTS })],
        ],
      },
      { label: 'Display', tab: 'customize', rows: [[controls.picture.numberFormat('number_format', 'Number format')]] },
    ],
    toQueries: (form) => {
      const { dimension, measure } = labels(form)
      if (dimension === '' || measure === '') return []
      const base = query.baseQuery(form)
      return [{ ...base, orderby: [[base.metrics[0], false]] }]
    },
    toProps: (input) => {
      const { dimension, measure } = labels(input.form)
      const groups = picture.column(input.tables[0], dimension)
      const amounts = picture.column(input.tables[0], measure)
      const values = (groups?.values ?? []).slice(0, MAX_DOTS)
      const texts = values.map((value) => picture.dimensionText(value, groups.type))
      const positionOf = picture.colorPositions(input, [dimension])
      return {
        label: `${values.length} groups by ${measure}`,
        choice: picture.colorChoice(input),
        format: picture.formatFor(input, 'number_format', [measure]),
        dots: values.map((value, at) => ({
          text: texts[at],
          value: picture.toNumber(amounts?.values[at]) ?? 0,
          colored: { name: texts[at], colorPosition: positionOf([value]) },
          selection: { [dimension]: value },
        })),
      }
    },
    toDataMask: (marks, form) => picture.selectionMask(marks, query.queryFields(form).columns),
    toDrillFilters: (marks, form) => picture.selectionFilters(marks, query.queryFields(form).columns),
    View,
  }
}
