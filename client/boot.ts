import '#ui/tokens/tokens.css'
import '#ui/tokens/base.css'
import './waiting.css'
import { prefetchPageCalls } from './prefetch-page-calls.ts'

function start(): void {
  prefetchPageCalls(document, location.pathname)
  void import('./main.tsx')
}

// Let the browser paint the frame of the page first, because loading the client keeps it busy. A hidden page paints
// nothing.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
