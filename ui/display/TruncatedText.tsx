import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip } from '#ui/base/Tooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './TruncatedText.module.css'

export interface TruncatedTextProps {
  readonly children: string
  readonly lines?: number | undefined
  readonly as?: 'span' | 'p' | 'h1' | 'h2' | 'h3' | undefined
  readonly className?: string | undefined
}

export function TruncatedText({ children, lines = 1, as: Tag = 'span', className }: TruncatedTextProps) {
  const text = useRef<HTMLElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (element === null) return
    const measure = () =>
      setCut(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [children, lines])
  const style = lines > 1 ? ({ WebkitLineClamp: lines } as CSSProperties) : undefined
  const shape = classNames(lines > 1 ? styles.lines : styles.line, className)
  const inside = (
    <Tag ref={text as never} className={shape} style={style} {...(isCut && { tabIndex: 0 })}>
      {children}
    </Tag>
  )
  if (!isCut) return inside
  return (
    <Tooltip text={children}>
      <Focusable>{inside}</Focusable>
    </Tooltip>
  )
}
