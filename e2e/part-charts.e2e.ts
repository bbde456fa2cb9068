import type { Page } from '@playwright/test'
import { type Calls, callsOf, datasetNamed, saveChart } from './calls.ts'
import { expect, expectAccessibleInBoth, type Facet, test } from './facet.ts'
import { waitUntilDrawn, navigateWithinPage, picture } from './panel.ts'

/** A chart of the demo data: its summary, its number of marks, and the texts of some marks. */
interface Drawn {
  readonly dataset: string
  readonly form: { readonly viz_type: string; readonly [key: string]: unknown }
  readonly summary: RegExp
  readonly marks: number
  /** Expected texts by mark index, from 0. */
  readonly says: Readonly<Record<number, string>>
}

const phase = 'Phase of flight'

const average = (column_name: string, label: string) => ({
  expressionType: 'SIMPLE',
  aggregate: 'AVG',
  column: { column_name },
  label,
  hasCustomLabel: true,
})

/** Counted by hand in the files: 10,000 strikes, of them 4,619 on approach, 1,956 in climb, ... 11 parked. */
const cases: readonly Drawn[] = [
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'funnel',
      groupby: [phase],
      metric: 'strikes',
      sort_by_metric: true,
      row_limit: 10,
      percent_calculation_type: 'first_step',
      label_type: 'key_value_percent',
    },
    // 11 of 4,619 is 0.24 %.
    summary: /^\w+ in 7 steps\. From Approach: 4,619 to Parked: 11: 0\.2% come through$/,
    marks: 7,
    says: { 0: 'Approach: 4,619 (100%)', 1: 'Climb: 1,956 (42.3%)', 6: 'Parked: 11 (0.238%)' },
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'treemap_v2',
      groupby: ['Wildlife Size', 'Time of day'],
      metric: 'strikes',
      sort_by_metric: true,
      row_limit: 100,
    },
    // Small: 3163 + 1198 + 295 + 254
    summary: /in 15 parts\. Largest: Small 4,910, Medium 4,346, Large 744$/,
    marks: 15,
    says: {
      0: 'Small: 4,910, 49.1% of all that is drawn',
      1: 'Small › Day: 3,163, 64.4% of Small, 31.6% of all that is drawn',
    },
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'sunburst_v2',
      columns: ['Wildlife Size', 'Time of day'],
      metric: 'strikes',
      secondary_metric: 'total_cost',
      sort_by_metric: true,
      show_labels: true,
    },
    summary: /in 15 parts\. Largest: Small 4,910, Medium 4,346, Large 744$/,
    marks: 15,
    says: { 1: 'Small › Day: 3,163, 64.4% of Small, 31.6% of all that is drawn' },
  },
  {
    dataset: 'weather',
    form: {
      viz_type: 'box_plot',
      metrics: ['mean_max'],
      columns: ['date'],
      groupby: ['location'],
      granularity_sqla: 'date',
      time_grain_sqla: 'P1M',
    },
    // Half of 48 months are below 15.48 degrees in Seattle and 17.88 in New York.
    summary: /in 2 boxes\. Medians from Seattle 15\.5 to New York 17\.9$/,
    marks: 2,
    says: {},
  },
  {
    dataset: 'weather',
    form: { viz_type: 'histogram_v2', column: 'temp_max', bins: 10, row_limit: 10_000, groupby: ['location'] },
    // From -7.7 to 37.8: ten bins of 4.55 for each of two cities.
    summary: / from −7\.7 – 37\.8 in 10 bins\. Fullest: /,
    marks: 20,
    says: {},
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'heatmap_v2',
      x_axis: 'Wildlife Size',
      groupby: 'Time of day',
      metric: 'strikes',
      show_values: true,
      sort_x_axis: 'value_desc',
    },
    summary: /in 12 cells\. Greatest Small, Day: 3,163\. Least Large, Dawn: 23$/,
    marks: 12,
    says: {},
  },
  {
    dataset: 'gapminder',
    form: {
      viz_type: 'bubble_v2',
      entity: 'country',
      series: 'cluster',
      x: average('fertility', 'Children'),
      y: average('life_expect', 'Years of life'),
      size: 'population',
      max_bubble_size: '75',
      adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '==', comparator: 2005 }],
    },
    summary: /^Years of life against Children for 62 bubbles\. Largest: China, /,
    marks: 62,
    says: {},
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'gauge_chart',
      groupby: ['Wildlife Size'],
      metric: 'strikes',
      sort_by_metric: true,
      min_val: null,
      max_val: null,
    },
    summary: /, from 0 to 5,000\. Small 4,910, Medium 4,346, Large 744$/,
    marks: 3,
    says: { 0: 'Small: 4,910 of 5,000' },
  },
  {
    dataset: 'weather',
    form: { viz_type: 'radar', groupby: ['location'], metrics: ['mean_max', 'rain', 'count'], is_normalized: true },
    // Both have 1,461 days.
    summary: /^2 shapes over 3 metrics\. Greatest: .* New York: 17\.1, .* Seattle: 4,426, /,
    marks: 2,
    says: {},
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'word_cloud',
      series: 'Wildlife Species',
      metric: 'strikes',
      sort_by_metric: true,
      row_limit: 20,
    },
    summary: /^20 words by .*\. Largest: Unknown bird - small: 3,572, Unknown bird - medium: 3,372, /,
    marks: 20,
    says: { 0: 'Unknown bird - small: 3,572', 2: 'Unknown bird or bat: 629' },
  },
  {
    dataset: 'pizza',
    form: { viz_type: 'waterfall', x_axis: 'category', metric: 'revenue', show_value: true, show_legend: true },
    // 12,034,746 + 18,529,912 + 19,676,030
    summary: /in 3 steps up and 0 down, to \$50\.2M$/,
    marks: 4,
    says: { 0: 'Classic: +$12.0M, up to here $12.0M', 3: 'Total: Total $50.2M' },
  },
  {
    dataset: 'birdstrikes',
    form: {
      viz_type: 'bullet',
      metric: 'strikes',
      ranges: '5000,8000,12000',
      range_labels: 'few,some,many',
      markers: '9000',
      marker_labels: 'Year before',
    },
    summary: / 10,000, within many\. Year before 9,000 is reached$/,
    marks: 5,
    says: { 4: 'Year before: 9,000' },
  },
]

/** Returns the next announcement: the key press clears the previous one, and the next follows shortly after. */
const saidNext = (page: Page): Promise<string> =>
  page.locator('[aria-live=polite][data-react-aria-top-layer]').evaluate(
    (region) =>
      region.textContent ||
      new Promise<string>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!region.textContent) return
          watch.disconnect()
          resolve(region.textContent)
        })
        watch.observe(region, { childList: true })
      }),
  )

/** Returns the announcements of all marks in order. */
async function reported(page: Page, most: number): Promise<string[]> {
  const texts: string[] = []
  await picture(page).getByRole('application').focus()
  for (let step = 0; step <= most; step++) {
    await page.keyboard.press('ArrowRight')
    texts.push(await saidNext(page))
  }
  return texts
}

/** Checks one chart type on a page that has drawn others before. */
async function walkThrough(page: Page, facet: Facet, calls: Calls, { dataset, form, ...drawing }: Drawn) {
  const { summary, marks, says } = drawing
  const id = await datasetNamed(calls, dataset)
  const chart = await saveChart(calls, id, `Parts ${form.viz_type}`, { time_range: 'No filter', ...form })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await navigateWithinPage(page, `${facet.url}/explore?slice_id=${chart.id}`)
  await waitUntilDrawn(page)
  await expect(picture(page).getByRole('application')).toHaveAttribute('aria-label', summary)

  const texts = await reported(page, marks)
  // The last mark has no next one.
  expect(texts[marks]).toBe(texts[marks - 1])
  expect(new Set(texts).size).toBe(marks)
  for (const [at, text] of Object.entries(says)) expect(texts[Number(at)]).toBe(text)
  await page.keyboard.press('Escape')
  await expectAccessibleInBoth(page)
  await waitUntilDrawn(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await waitUntilDrawn(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
}

test('Part and distribution charts draw marks, describe them by keyboard, and are legible in the dark theme and on a phone', async ({
  page,
  facet,
}) => {
  test.setTimeout(300_000)
  const calls = await callsOf(page, facet)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const kind of cases) await test.step(kind.form.viz_type, () => walkThrough(page, facet, calls, kind))
})

test("A template renders its elements and styles under the page's CSP, and no scripts", async ({ page, facet }) => {
  const calls = await callsOf(page, facet)
  const id = await datasetNamed(calls, 'birdstrikes')
  const chart = await saveChart(calls, id, 'Template of strikes', {
    viz_type: 'handlebars',
    query_mode: 'aggregate',
    groupby: [phase],
    metrics: ['strikes'],
    row_limit: 10,
    time_range: 'No filter',
    handlebarsTemplate: `<div class="cards">{{#each data}}
      <article class="card" onclick="alert(1)"><h3>{{lookup this "${phase}"}}</h3>
        <p style="color: var(--text-muted)">{{formatNumber strikes}} strikes</p><script>document.title = 'run'</script>
      </article>{{/each}}</div>`,
    styleTemplate:
      '.cards{display:grid;grid-template-columns:1fr 1fr;gap:8px} .card{padding:8px 12px;border-radius:8px;background:var(--bar-soft)} h1,header{display:none}',
  })
  await page.goto(`${facet.url}/explore?slice_id=${chart.id}`)
  await waitUntilDrawn(page)
  const written = picture(page).getByRole('region', { name: 'Rendered from 7 rows' })
  const cards = written.getByRole('article')
  await expect(cards).toHaveCount(7)
  await expect(cards.first()).toHaveText(/^Approach\s+4,619 strikes\s*$/)
  const tops = await cards.evaluateAll((all) => all.slice(0, 2).map((each) => each.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
  await expect(written.locator('script, [onclick]')).toHaveCount(0)
  await expect(page).not.toHaveTitle('run')
  await expect(page.locator('header').first()).toBeVisible()
  await expectAccessibleInBoth(page)
})
