import type { ComponentProps } from 'react'
import styles from './TextImage.module.css'
import { showsImagesOf } from '#core/text/image-places.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/display/Icon.tsx'

/** The origin of a picture that the page may not show; undefined where it may, or where no address can be read. */
function closedOrigin(address: string): string | undefined {
  if (!URL.canParse(address, document.baseURI)) return undefined
  const { origin, protocol } = new URL(address, document.baseURI)
  const isOpen = !/^https?:$/.test(protocol) || origin === window.location.origin || showsImagesOf(origin)
  return isOpen ? undefined : origin
}

/** The addresses of a `srcset`, whose parts are parted by commas and blanks. */
const addressesOf = (set: string): readonly string[] =>
  set.split(/,\s+|,(?=\w+:)/).flatMap((part) => part.trim().split(/\s+/)[0] ?? [])

type Own<T extends 'img' | 'source'> = ComponentProps<T> & { readonly node?: unknown }

function Image({ node: _node, ...own }: Own<'img'>) {
  const { src = '', alt } = own
  const origin = closedOrigin(src)
  if (origin === undefined) return <img {...own} alt={alt ?? ''} referrerPolicy="no-referrer" />
  return (
    <span className={styles['left']} title={src}>
      <Icon name="image" />
      <span className={styles['words']}>
        {alt ? <b>{alt}</b> : null}
        {t('Not shown: it is of %s, which FACET_IMAGE_ORIGINS does not name', origin)}
      </span>
    </span>
  )
}

/** Another form of the picture that stands beside it: left out where the page may not show it, so that the picture counts. */
function Source({ node: _node, ...own }: Own<'source'>) {
  const isOpen = addressesOf(own.srcSet ?? '').every((address) => closedOrigin(address) === undefined)
  return isOpen ? <source {...own} /> : null
}

/**
 * How texts of people show pictures: those of this host and of the places that `FACET_IMAGE_ORIGINS` names; in place of
 * others stands what they are called, where they are and what would show them. What is stored stays as it is.
 */
export const textImages = { img: Image, source: Source }
