import type { ComponentProps } from 'react'
import styles from './TextImage.module.css'
import { showsImagesOf } from '#core/text/image-places.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'

/** Names of files that are pictures. Of this host nothing else is asked for: an address may do something when asked. */
const PICTURE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

/** Why the page may not show a picture; undefined where it may, or where no address can be read. */
function closedBecause(address: string): string | undefined {
  if (address === '' || !URL.canParse(address, document.baseURI)) return undefined
  const { origin, protocol, pathname } = new URL(address, document.baseURI)
  if (!/^https?:$/.test(protocol)) return undefined
  if (origin === window.location.origin)
    return PICTURE.test(pathname) ? undefined : t('Not shown: %s is no file of a picture', pathname)
  if (showsImagesOf(origin)) return undefined
  return t('Not shown: it is of %s, which FACET_IMAGE_ORIGINS does not name', origin)
}

/** The addresses of a `srcset`, whose parts are parted by commas and blanks. */
const addressesOf = (set: string): readonly string[] =>
  set.split(/,\s+|,(?=\w+:)/).flatMap((part) => part.trim().split(/\s+/)[0] ?? [])

type Own<T extends 'img' | 'source'> = ComponentProps<T> & { readonly node?: unknown }

function Image({ node: _node, ...own }: Own<'img'>) {
  const { src = '', alt } = own
  const reason = closedBecause(src)
  if (reason === undefined) return <img {...own} alt={alt ?? ''} referrerPolicy="no-referrer" />
  return (
    <span className={styles['left']} title={src}>
      <Icon name="image" />
      <span className={styles['words']}>
        {alt ? <b>{alt}</b> : null}
        {reason}
      </span>
    </span>
  )
}

/** Another form of the picture that stands beside it: left out where the page may not show it, so that the picture counts. */
function Source({ node: _node, ...own }: Own<'source'>) {
  const isOpen = addressesOf(own.srcSet ?? '').every((address) => closedBecause(address) === undefined)
  return isOpen ? <source {...own} /> : null
}

/**
 * How texts of people show pictures: those of this host and of the places that `FACET_IMAGE_ORIGINS` names; in place of
 * others stands what they are called, where they are and what would show them. What is stored stays as it is.
 */
export const textImages = { img: Image, source: Source }
