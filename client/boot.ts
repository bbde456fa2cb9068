import '#ui/tokens/tokens.css'
import '#ui/tokens/base.css'
import './waiting.css'
import { askFirst } from './ask-first.ts'

function start(): void {
  askFirst(document, location.pathname)
  void import('./main.tsx')
}

// The frame that came with the page is painted first: what follows keeps the browser busy. A hidden page paints nothing.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
