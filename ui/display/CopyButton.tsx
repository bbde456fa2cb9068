import { useEffect, useState } from 'react'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import type { Size } from '#ui/base/size.ts'
import { announce } from '#ui/base/announce.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { copyText } from './clipboard.ts'

export interface CopyButtonProps {
  readonly text: string | (() => string | Promise<string>)
  readonly label: string
  readonly copiedLabel?: string | undefined
  readonly size?: Size | undefined
  readonly variant?: 'icon' | 'button' | undefined
  readonly onError?: (() => void) | undefined
}

export function CopyButton({ text, label, copiedLabel, size = 'sm', variant = 'icon', onError }: CopyButtonProps) {
  const texts = useTexts()
  const [isCopied, setCopied] = useState(false)
  const done = copiedLabel ?? texts.copied
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await copyText(typeof text === 'function' ? await text() : text)
      setCopied(true)
      announce(done)
    } catch {
      onError?.()
    }
  }
  const icon = isCopied ? 'check' : 'copy'
  if (variant === 'icon') {
    return <IconButton icon={icon} label={isCopied ? done : label} size={size} onPress={() => void copy()} />
  }
  return (
    <Button icon={icon} size={size} onPress={() => void copy()}>
      {isCopied ? done : label}
    </Button>
  )
}
