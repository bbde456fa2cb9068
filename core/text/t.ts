import { createInstance } from 'i18next'
import { fill } from './fill.ts'

/** What fills a `%s` hole of a text. */
export type Filler = string | number

/**
 * The texts of one language: English text to translated text. A plural is stored under its English plural
 * followed by `_one`, `_few`, `_many`, `_other` ... as the language's plural rules ask for.
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

/** Texts of the present language by their English ones: a page asks for hundreds each time it is drawn. */
const known = new Map<string, string>()

/** How the present language tells numbers apart. */
let plurals = new Intl.PluralRules(source)

function pluralFor(one: string, many: string, n: number): string {
  const english = n === 1 ? one : many
  const key = `${many}\0${plurals.select(n)}\0${english}`
  const found = known.get(key) ?? texts.t(many, { count: n, defaultValue: english, skipInterpolation: true })
  known.set(key, found)
  return found
}

function textFor(text: string): string {
  const found = known.get(text) ?? texts.t(text, { defaultValue: text, skipInterpolation: true })
  known.set(text, found)
  return found
}

/** Makes `language` (a BCP 47 tag) the language of all later texts; a text its catalogue lacks stays English. */
export function setLanguage(language: string, catalogue: Catalogue = {}): void {
  texts.removeResourceBundle(language, 'translation')
  texts.addResourceBundle(language, 'translation', catalogue)
  void texts.changeLanguage(language)
  plurals = new Intl.PluralRules(language)
  known.clear()
}

/** The text in the present language, its `%s` holes filled in order. The English text is the key. */
export function t(text: string, ...args: readonly Filler[]): string {
  return fill(textFor(text), args)
}

/** The text for `n` things, by the plural rules of the present language; `args` fill the holes (`n` is not added). */
export function tn(one: string, many: string, n: number, ...args: readonly Filler[]): string {
  return fill(pluralFor(one, many, n), args)
}
