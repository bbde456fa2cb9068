import { type Markup, markupOf } from './markup.tsx'
import type { HandlebarsProps } from './props.ts'
import { MAX_DEPTH, MAX_MARKDOWN_LENGTH, MAX_NODES, MAX_OUTPUT_LENGTH, MAX_STEPS } from './template/limits.ts'
import { render, type RenderResult } from './template/render.ts'
import { HandlebarsTemplateError } from './template/run.ts'
import { scopeCss } from '#core/css/scope-css.ts'
import { t } from '#core/text/t.ts'

/** The rendered template. */
interface RenderedTemplate {
  readonly markup: Markup | undefined
  readonly css: string
  /** Whether it contains a list of hundreds of items, without styles for their layout. */
  readonly isLongList: boolean
  /** Why it cannot be drawn; undefined if it can. */
  readonly fault?: string
  /** The note about rows that are not drawn; undefined if all are drawn. */
  readonly note?: string
}

/** The number of list items that are laid out at once. */
const AT_ONCE = 200

function hasLongList(html: string, css: string): boolean {
  return css === '' && !/\sstyle\s*=/i.test(html) && html.split('<li').length > AT_ONCE
}

function noteOf({ bound }: RenderResult, markup: Markup): string | undefined {
  if (bound === 'steps') return t('Rendering was stopped: the template takes more than %s steps', MAX_STEPS)
  if (bound === 'output') return t('The output was truncated after %s characters', MAX_OUTPUT_LENGTH)
  if (!markup.isWhole)
    return t('The output was truncated: at most %s elements, at most %s levels deep', MAX_NODES, MAX_DEPTH)
  if (markup.isLong)
    return t('The text is too long for Markdown (more than %s characters) and is shown as HTML', MAX_MARKDOWN_LENGTH)
  return undefined
}

const NOTHING = { markup: undefined, css: '', isLongList: false }

/** Renders a template with its styles; `scope` is the CSS selector of its container. */
export function renderTemplate({ template, style, rows, totals }: HandlebarsProps, scope: string): RenderedTemplate {
  try {
    const context = { data: rows, ...(totals ? { totals } : {}) }
    const rendered = render(template, context)
    const markup = markupOf(rendered.html)
    if (!markup) return { ...NOTHING, fault: t('Layout is nested too deeply: %s levels are drawn', MAX_DEPTH) }
    const styles = [...markup.styles, render(style, context).html].join('\n')
    const { css, leftOut } = scopeCss(styles, scope)
    const [first] = leftOut
    const left = first === undefined ? undefined : t('Unsupported CSS was removed: %s', first)
    const note = noteOf(rendered, markup) ?? left
    const isLongList = hasLongList(rendered.html, css)
    return { markup, css, isLongList, ...(note === undefined ? {} : { note }) }
  } catch (error) {
    if (!(error instanceof HandlebarsTemplateError)) throw error
    return { ...NOTHING, fault: t(error.text, ...error.args) }
  }
}
