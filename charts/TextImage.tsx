import type { ComponentProps } from 'react'
import styles from './TextImage.module.css'
import { isAllowedImageOrigin } from '#core/text/image-origins.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'

/** File names of images. No other URL of this host is loaded: a GET request to it could have side effects. */
const PICTURE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

/** Returns why the page may not load an image; undefined if it may, or if the URL cannot be parsed. */
function closedBecause(address: string): string | undefined {
  if (address === '' || !URL.canParse(address, document.baseURI)) return undefined
  const { origin, protocol, pathname } = new URL(address, document.baseURI)
  if (!/^https?:$/.test(protocol)) return undefined
  if (origin === window.location.origin)
    return PICTURE.test(pathname) ? undefined : t('Not shown: %s is no file of a picture', pathname)
  if (isAllowedImageOrigin(origin)) return undefined
  return t('Not shown: it is of %s, which FACET_IMAGE_ORIGINS does not name', origin)
}

/** Returns the URLs of a `srcset`, which separates its entries with commas and whitespace. */
const addressesOf = (set: string): readonly string[] =>
  set.split(/,\s+|,(?=\w+:)/).flatMap((part) => part.trim().split(/\s+/)[0] ?? [])

type ImageProps<T extends 'img' | 'source'> = ComponentProps<T> & { readonly node?: unknown }

function Image({ node: _node, ...own }: ImageProps<'img'>) {
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

/** A `<source>` of a `<picture>`. It is omitted if the page may not load it, so that the `<img>` decides. */
function Source({ node: _node, ...own }: ImageProps<'source'>) {
  const isOpen = addressesOf(own.srcSet ?? '').every((address) => closedBecause(address) === undefined)
  return isOpen ? <source {...own} /> : null
}

/**
 * Components for images in user-written text. They load images of this host and of the origins in
 * `FACET_IMAGE_ORIGINS`. Any other image is replaced by its alternative text, its URL and the reason. The stored text
 * does not change.
 */
export const textImages = { img: Image, source: Source }
