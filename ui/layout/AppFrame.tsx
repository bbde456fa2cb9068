import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { Icon } from '#ui/base/Icon.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { Tooltip } from '#ui/base/Tooltip.tsx'
import { classNames } from '#ui/tokens/class-names.ts'
import styles from './AppFrame.module.css'
import { Logo } from './Logo.tsx'

export interface NavItem {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  readonly href: string
  readonly isCurrent?: boolean | undefined
}

export interface AppFrameProps {
  readonly navLabel: string
  readonly skipLabel: string
  readonly logo: { readonly href: string; readonly label: string }
  readonly items: readonly NavItem[]
  /** Shown before the items, for example search. */
  readonly top?: ReactNode | undefined
  /** Near the bottom of the navigation rail; hidden on narrow screens. */
  readonly bottom?: ReactNode | undefined
  /** At the bottom of the navigation rail; on narrow screens at the end of the bar. */
  readonly end?: ReactNode | undefined
  /** Shown above everything, also without the rail. */
  readonly notice?: ReactNode | undefined
  /** Shows only the page, without the rail. A change keeps the state of the page. */
  readonly isBare?: boolean | undefined
  readonly children: ReactNode
}

function NavLink({ item }: { readonly item: NavItem }) {
  return (
    <Tooltip text={item.label} placement="right">
      <Link
        href={item.href}
        aria-label={item.label}
        className={classNames(styles.link, item.isCurrent && styles.current)}
        {...(item.isCurrent && { 'aria-current': 'page' as const })}
      >
        <Icon name={item.icon} />
      </Link>
    </Tooltip>
  )
}

function Rail({ navLabel, skipLabel, logo, items, top, bottom, end }: Omit<AppFrameProps, 'children' | 'notice'>) {
  return (
    <>
      <a className={styles.skip} href="#main">
        {skipLabel}
      </a>
      <nav className={styles.nav} aria-label={navLabel}>
        <Link className={styles.logo ?? ''} href={logo.href} aria-label={logo.label}>
          <Logo />
        </Link>
        {top}
        {items.map((item) => (
          <NavLink key={item.id} item={item} />
        ))}
        <div className={styles.foot}>
          {bottom !== undefined && <div className={styles.bottom}>{bottom}</div>}
          {end}
        </div>
      </nav>
    </>
  )
}

export function AppFrame({ isBare = false, notice, children, ...rail }: AppFrameProps) {
  return (
    <div className={classNames(styles.frame, isBare && styles.bare, notice !== undefined && styles.noticed)}>
      {!isBare && <Rail {...rail} />}
      {notice !== undefined && <div className={styles.notice}>{notice}</div>}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
