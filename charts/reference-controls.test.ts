import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { charts, chartType } from './index.ts'
import { controlsOf } from '#controls/form.ts'

const timeseries =
  'metrics groupby contributionMode adhoc_filters limit timeseries_limit_metric order_desc=true row_limit=10000 truncate_metric=true show_empty_columns=true'
const advanced =
  'rolling_type rolling_periods min_periods time_compare comparison_type resample_rule resample_method annotation_layers'
const forecast =
  'forecastEnabled=false forecastPeriods=10 forecastInterval=0.8 forecastSeasonalityYearly forecastSeasonalityWeekly forecastSeasonalityDaily'
const titles = 'x_axis_title x_axis_title_margin y_axis_title y_axis_title_margin y_axis_title_position'
const legend = 'show_legend=true legendType="scroll" legendOrientation="top" legendMargin'
const tooltip = 'rich_tooltip=true tooltipSortByMetric=false tooltipTimeFormat="smart_date"'
const axes =
  'x_axis_time_format="smart_date" xAxisLabelRotation=0 y_axis_format logAxis=false minorSplitLine=false truncateYAxis=false y_axis_bounds'
const overTime = `time_range time_grain_sqla granularity_sqla ${timeseries} ${advanced} ${forecast} ${titles} color_scheme show_value=false zoomable=false ${legend} ${tooltip} ${axes} sort_series_type sort_series_ascending`
const marker = 'markerEnabled=false markerSize=6'
const stacked = 'stack only_total=true percentage_threshold=0'

const mixedQuestion = (end: string) =>
  [
    'metrics',
    'groupby',
    'adhoc_filters',
    'limit',
    'timeseries_limit_metric',
    'order_desc',
    'row_limit',
    'truncate_metric',
    'rolling_type',
    'rolling_periods',
    'min_periods',
    'time_compare',
    'comparison_type',
    'resample_rule',
    'resample_method',
  ]
    .map((name) => `${name}${end}`)
    .join(' ')
const mixedLook = (end: string) =>
  `seriesType${end}="line" stack${end} area${end}=false show_value${end}=false only_total${end} opacity${end}=0.2 markerEnabled${end}=false markerSize${end}=6 yAxisIndex${end}=0`

/** The controls of each chart type in Superset, with their defaults where these are known. */
const reference: Readonly<Record<string, string>> = {
  echarts_timeseries_line: `${overTime} ${marker} ${stacked} area=false opacity=0.2`,
  echarts_timeseries_bar: `${overTime} ${stacked} orientation="vertical"`,
  echarts_area: `${overTime} ${marker} ${stacked} seriesType="line" opacity=0.2 show_extra_controls`,
  echarts_timeseries_smooth: `${overTime} ${marker}`,
  echarts_timeseries_step: `${overTime} ${marker} ${stacked} seriesType="start" area=false opacity=0.2`,
  echarts_timeseries_scatter: `${overTime} markerSize=6`,
  echarts_timeseries: `${overTime} ${marker} ${stacked} seriesType="line" area=false opacity=0.2`,
  mixed_timeseries: `time_range time_grain_sqla granularity_sqla ${mixedQuestion('')} ${mixedQuestion('_b')} ${mixedLook('')} ${mixedLook('B')} ${titles} color_scheme zoomable=false ${legend} ${tooltip} x_axis_time_format="smart_date" xAxisLabelRotation=0 minorSplitLine=false truncateYAxis=false y_axis_bounds y_axis_format logAxis=false y_axis_format_secondary y_axis_bounds_secondary logAxisSecondary=false yAxisTitleSecondary="" annotation_layers`,
  pie: `groupby metric adhoc_filters row_limit=100 sort_by_metric=true color_scheme show_labels_threshold=5 ${legend} label_type="key" number_format date_format="smart_date" show_labels=true labels_outside=true label_line=false show_total=false outerRadius=70 donut=false innerRadius=30`,
  table:
    'query_mode groupby time_grain_sqla metrics percent_metrics timeseries_limit_metric order_desc=true show_totals=false all_columns order_by_cols adhoc_filters server_pagination=false row_limit=1000 server_page_length=10 include_time table_timestamp_format="smart_date" page_length include_search=false show_cell_bars=true align_pn=false color_pn=true allow_rearrange_columns=false allow_render_html column_config conditional_formatting',
  pivot_table_v2:
    'groupbyColumns groupbyRows time_grain_sqla metrics metricsLayout="COLUMNS" adhoc_filters series_limit row_limit=10000 series_limit_metric order_desc=true aggregateFunction="Sum" rowTotals=false rowSubTotals colTotals=false colSubTotals transposePivot=false combineMetric=false valueFormat date_format="smart_date" rowOrder="key_a_to_z" colOrder="key_a_to_z" rowSubtotalPosition=false colSubtotalPosition=false conditional_formatting',
  big_number:
    'time_range granularity_sqla time_grain_sqla metric adhoc_filters compare_lag compare_suffix show_timestamp=false show_trend_line=true start_y_axis_at_zero=true time_range_fixed=false color_picker header_font_size=0.4 subheader_font_size=0.15 y_axis_format time_format="smart_date" force_timestamp_formatting=false rolling_type rolling_periods min_periods resample_rule resample_method',
  big_number_total:
    'metric adhoc_filters subheader header_font_size=0.4 subheader_font_size=0.15 y_axis_format time_format="smart_date" force_timestamp_formatting=false',
  funnel: `groupby metric adhoc_filters row_limit=10 sort_by_metric percent_calculation_type color_scheme show_legend legendOrientation legendMargin label_type="key" tooltip_label_type number_format show_labels=true`,
  gauge_chart:
    'groupby metric adhoc_filters row_limit=10 sort_by_metric min_val max_val start_angle=225 end_angle=-45 color_scheme font_size=15 number_format value_formatter show_pointer=true animation show_axis_tick=false show_split_line=false split_number=10 show_progress=true overlap=true round_cap=false intervals interval_color_indices',
  radar: `groupby metrics timeseries_limit_metric adhoc_filters row_limit=10 color_scheme ${legend} show_labels=true label_type="value" label_position="top" number_format date_format="smart_date" column_config is_circle=false`,
  treemap_v2:
    'groupby metric row_limit=10000 adhoc_filters color_scheme show_labels=true show_upper_labels=true label_type="key_value" number_format date_format="smart_date"',
  sunburst_v2:
    'columns metric secondary_metric adhoc_filters row_limit sort_by_metric color_scheme linear_color_scheme show_labels show_labels_threshold=5 show_total=false label_type="key" number_format outerRadius donut innerRadius showNulls date_format="smart_date"',
  box_plot:
    'columns time_grain_sqla groupby metrics adhoc_filters series_limit series_limit_metric whiskerOptions="Tukey" x_axis_title y_axis_title color_scheme x_ticks_layout="auto" number_format date_format="smart_date"',
  heatmap_v2:
    'x_axis time_grain_sqla groupby metric adhoc_filters row_limit sort_x_axis="alpha_asc" sort_y_axis="alpha_asc" normalize_across="heatmap" legend_type="continuous" linear_color_scheme xscale_interval=-1 yscale_interval=-1 left_margin bottom_margin value_bounds y_axis_format x_axis_time_format show_legend=true show_percentage=true show_values=false normalized=false',
  histogram_v2:
    'column groupby adhoc_filters row_limit bins=5 normalize=false cumulative=false color_scheme show_value show_legend x_axis_title x_axis_format y_axis_title y_axis_format',
  graph_chart: `source target metric source_category target_category adhoc_filters row_limit color_scheme ${legend} layout="force" edgeSymbol="none,arrow" draggable=false roam=true selectedMode="single" showSymbolThreshold=0 baseNodeSize=20 baseEdgeWidth=3 edgeLength=400 gravity=0.3 repulsion=1000 friction=0.2`,
  tree_chart:
    'id parent name root_node_id metric adhoc_filters row_limit layout="orthogonal" orient="LR" node_label_position="left" child_label_position="bottom" emphasis="descendant" symbol="emptyCircle" symbolSize=7 roam=true',
  word_cloud:
    'series metric adhoc_filters row_limit=100 sort_by_metric size_from=10 size_to=70 rotation="square" color_scheme',
  bubble_v2: `series entity x y adhoc_filters size orderby order_desc row_limit color_scheme ${legend} max_bubble_size="25" tooltipSizeFormat opacity=0.6 x_axis_label xAxisLabelRotation x_axis_title_margin xAxisFormat logXAxis y_axis_label yAxisLabelRotation y_axis_title_margin y_axis_format logYAxis truncateYAxis y_axis_bounds`,
  sankey_v2: 'source target metric adhoc_filters row_limit sort_by_metric color_scheme',
  chord: 'groupby columns metric adhoc_filters row_limit sort_by_metric y_axis_format color_scheme',
  waterfall:
    'x_axis time_grain_sqla groupby metric adhoc_filters row_limit show_value show_legend=false increase_color={"r":90,"g":193,"b":137,"a":1} decrease_color={"r":224,"g":67,"b":85,"a":1} total_color={"r":102,"g":102,"b":102,"a":1} show_total=true x_axis_label x_axis_time_format x_ticks_layout="auto" y_axis_label y_axis_format',
  gantt_chart: `start_time end_time y_axis series subcategories=false tooltip_metrics tooltip_columns adhoc_filters order_by_cols row_limit ${titles} color_scheme ${legend} zoomable x_axis_time_bounds x_axis_time_format`,
  world_map:
    'country_fieldtype="cca2" entity metric adhoc_filters row_limit sort_by_metric show_bubbles=false secondary_metric max_bubble_size="25" color_picker color_by="metric" linear_color_scheme color_scheme y_axis_format',
  country_map: 'select_country entity metric adhoc_filters number_format linear_color_scheme',
  deck_scatter:
    'spatial row_limit filter_nulls=true adhoc_filters point_radius_fixed point_unit min_radius=2 max_radius=250 multiplier=1 color_picker legend_position="tr" legend_format dimension color_scheme time_grain_sqla autozoom=true viewport mapbox_style js_columns js_data_mutator js_tooltip js_onclick_href',
  deck_hex:
    'spatial size row_limit filter_nulls=true adhoc_filters color_picker grid_size extruded=true js_agg_function="sum" autozoom=true viewport mapbox_style',
  deck_grid:
    'spatial size row_limit filter_nulls=true adhoc_filters color_picker grid_size extruded=true autozoom=true viewport mapbox_style',
  cal_heatmap:
    'granularity_sqla time_range domain_granularity="month" subdomain_granularity="day" metrics adhoc_filters linear_color_scheme cell_size=10 cell_padding=2 cell_radius=0 steps=10 y_axis_format x_axis_time_format="smart_date" show_legend=true show_values=false show_metric_name=true',
  line_multi:
    'time_range line_charts line_charts_2 prefix_metric_with_slice_name=false adhoc_filters color_scheme show_legend=true show_markers=false line_interpolation="linear" annotation_layers x_axis_label bottom_margin x_ticks_layout x_axis_format="smart_date" x_axis_showminmax y_axis_format y_axis_bounds y_axis_showminmax y_axis_2_format y_axis_2_bounds y_axis_2_showminmax',
  time_table: 'metrics adhoc_filters groupby limit column_collection row_limit url',
  horizon:
    'time_range granularity_sqla metrics adhoc_filters groupby limit timeseries_limit_metric order_desc contribution=false row_limit series_height="25" horizon_color_scale="series"',
  bullet: 'metric adhoc_filters ranges range_labels markers marker_labels marker_lines marker_line_labels',
  handlebars:
    'query_mode groupby metrics all_columns percent_metrics timeseries_limit_metric order_by_cols order_desc=true server_pagination row_limit server_page_length include_time show_totals=false adhoc_filters handlebarsTemplate styleTemplate',
}

/** Defaults that differ, with the reasons in `docs/reference/differences.md`, by `type.control` or control. */
const others: Readonly<Record<string, unknown>> = { tooltipSortByMetric: true }

/** Omitted controls, with the reasons in `docs/reference/differences.md`. */
const room = 'x_axis_title_margin y_axis_title_margin y_axis_title_position legendMargin'
const leftOut: Readonly<Record<string, string>> = {
  echarts_timeseries_line: room,
  echarts_timeseries_bar: room,
  echarts_timeseries_smooth: room,
  echarts_timeseries_step: room,
  echarts_timeseries_scatter: room,
  echarts_timeseries: room,
  mixed_timeseries: room,
  echarts_area: `${room} show_extra_controls`,
  line_multi: 'bottom_margin x_ticks_layout x_axis_showminmax y_axis_showminmax y_axis_2_showminmax',
  pie: 'legendMargin',
  funnel: 'legendMargin',
  radar: 'legendMargin',
  graph_chart: 'legendMargin',
  table: 'time_grain_sqla include_time page_length allow_render_html',
  handlebars: 'server_pagination server_page_length include_time',
  pivot_table_v2: 'rowSubTotals colSubTotals',
  gauge_chart: 'animation',
  bubble_v2: 'legendMargin x_axis_title_margin y_axis_title_margin',
  gantt_chart: `${room} x_axis_time_bounds`,
  deck_scatter: 'time_grain_sqla js_data_mutator js_tooltip js_onclick_href',
}

const differences = readFileSync(new URL('../docs/reference/differences.md', import.meta.url), 'utf8')

const parsed = (list: string) =>
  list.split(' ').map((each) => {
    const [name = '', ...rest] = each.split('=')
    return { name, fallback: rest.length > 0 ? (JSON.parse(rest.join('=')) as unknown) : undefined }
  })

describe.each(Object.entries(reference))('%s', (type, list) => {
  const controls = new Map(controlsOf(chartType(type)?.controls ?? []).map((each) => [each.name, each]))

  it('declares the controls of the reference, except those that differences.md explains', () => {
    const lacking = parsed(list).filter(({ name }) => !controls.has(name))
    expect(lacking.map(({ name }) => name).join(' ')).toBe(leftOut[type] ?? '')
    expect(lacking.filter(({ name }) => !differences.includes(`\`${name}\``))).toEqual([])
  })

  it('uses the defaults of the reference', () => {
    const found = parsed(list).flatMap(({ name, fallback }) => {
      const control = controls.get(name)
      const wanted = others[`${type}.${name}`] ?? others[name] ?? fallback
      return !control || wanted === undefined ? [] : [[name, control.default, wanted] as const]
    })
    expect(found.filter(([, is, wanted]) => JSON.stringify(is) !== JSON.stringify(wanted))).toEqual([])
  })
})

it('lists the 40 types of Superset, each of which is a chart type here', () => {
  const types = new Set<string>(charts.map(({ type }) => type))
  expect(Object.keys(reference)).toHaveLength(40)
  expect(Object.keys(reference).filter((type) => !types.has(type))).toEqual([])
})
