import { lazyView } from '#client/shell/lazy-view.tsx'

/** A text element of a dashboard, whose library loads with the first text. */
export const LazyMarkdown = lazyView(() => import('./Markdown.tsx').then((module) => module.Markdown))
