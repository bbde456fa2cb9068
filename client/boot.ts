import '#ui/tokens/tokens.css'
import '#ui/tokens/base.css'
import './waiting.css'

const start = () => void import('./main.tsx')

// The frame that came with the page is painted first: what follows keeps the browser busy. A hidden page paints nothing.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
