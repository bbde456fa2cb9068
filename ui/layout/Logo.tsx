export interface LogoProps {
  readonly size?: number | undefined
}

export function Logo({ size = 24 }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2 21 8 12 22 3 8Z" fill="currentColor" opacity=".22" />
      <path d="M12 2 21 8H3Z" fill="currentColor" opacity=".9" />
      <path d="M8 8h8l-4 14Z" fill="currentColor" opacity=".55" />
    </svg>
  )
}
