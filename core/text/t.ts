import { createInstance } from 'i18next'
import { interpolate } from './interpolate.ts'

/* Translation of the texts of the product: `t` translates a text, `tn` a text with a singular and a plural. */

/** A value for a `%s` placeholder. */
export type InterpolationValue = string | number

/**
 * The texts of one language: English text to translated text. A plural is stored under its English plural followed by
 * `_one`, `_few`, `_many`, `_other` ... as required by the plural rules of the language.
 */
export type Catalogue = Readonly<Record<string, string>>

const source = 'en'

const texts = createInstance({
  lng: source,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  contextSeparator: '\u0000',
  initAsync: false,
  resources: { [source]: { translation: {} } },
})
void texts.init()

/** Cache of translated texts by their English ones: a page reads hundreds of them on each render. */
const translationCache = new Map<string, string>()

/** The plural rules of the current language. */
let plurals = new Intl.PluralRules(source)

function pluralFor(one: string, many: string, n: number): string {
  const english = n === 1 ? one : many
  const key = `${many}\0${plurals.select(n)}\0${english}`
  const found = translationCache.get(key) ?? texts.t(many, { count: n, defaultValue: english, skipInterpolation: true })
  translationCache.set(key, found)
  return found
}

function textFor(text: string): string {
  const found = translationCache.get(text) ?? texts.t(text, { defaultValue: text, skipInterpolation: true })
  translationCache.set(text, found)
  return found
}

/** Sets the language (a BCP 47 tag) of all later texts; texts that are missing in its catalogue stay English. */
export function setLanguage(language: string, catalogue: Catalogue = {}): void {
  texts.removeResourceBundle(language, 'translation')
  texts.addResourceBundle(language, 'translation', catalogue)
  void texts.changeLanguage(language)
  plurals = new Intl.PluralRules(language)
  translationCache.clear()
}

/** Returns the text in the current language with its `%s` placeholders filled in order. The English text is the key. */
export function t(text: string, ...args: readonly InterpolationValue[]): string {
  return interpolate(textFor(text), args)
}

/**
 * Returns the text for `n` items, by the plural rules of the current language; `args` fill the placeholders (`n` is not
 * added).
 */
export function tn(one: string, many: string, n: number, ...args: readonly InterpolationValue[]): string {
  return interpolate(pluralFor(one, many, n), args)
}
