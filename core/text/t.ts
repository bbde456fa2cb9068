import { fill } from './fill.ts'

/** A value for a `%s` placeholder. */
export type Filler = string | number

/**
 * The texts of one language: English text to translated text. A plural is stored under its English plural followed by
 * `_one`, `_few`, `_many`, `_other` ... as required by the plural rules of the language.
 */
export type Catalogue = Readonly<Record<string, string>>

/** The translated texts of the current language by their English ones. */
let texts: ReadonlyMap<string, string> = new Map()

/** The plural rules of the current language. */
let plurals = new Intl.PluralRules('en')

function textFor(text: string): string {
  return texts.get(text) ?? text
}

/** Sets the language (a BCP 47 tag) of all later texts; texts that are missing in its catalogue stay English. */
export function setLanguage(language: string, catalogue: Catalogue = {}): void {
  texts = new Map(Object.entries(catalogue))
  plurals = new Intl.PluralRules(language)
}

/** Returns the text in the current language with its `%s` placeholders filled in order. The English text is the key. */
export function t(text: string, ...args: readonly Filler[]): string {
  return fill(textFor(text), args)
}

/**
 * Returns the text for `n` items, by the plural rules of the current language; `args` fill the placeholders (`n` is not
 * added).
 */
export function tn(one: string, many: string, n: number, ...args: readonly Filler[]): string {
  return fill(texts.get(`${many}_${plurals.select(n)}`) ?? textFor(n === 1 ? one : many), args)
}
