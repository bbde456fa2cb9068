import { afterEach, expect, it } from 'vitest'
import { setLanguage, t, tn } from './t.ts'

afterEach(() => setLanguage('en'))

it('fills the holes of a text in order', () => {
  expect(t('%s of %s', 3, 'ten')).toBe('3 of ten')
})

it('leaves placeholders without an argument unchanged', () => {
  expect(t('100% of %s and %s', 'A')).toBe('100% of A and %s')
})

it('takes arguments literally with any punctuation', () => {
  expect(t('Saved %s', '$& {{x}} $t(y) %s <b>')).toBe('Saved $& {{x}} $t(y) %s <b>')
})

it('retains dots, colons and braces of a text that is its own key', () => {
  expect(t('Error: a.b {{c}} $t(d)')).toBe('Error: a.b {{c}} $t(d)')
})

it('uses the catalogue of the selected language, and English if it has no text', () => {
  setLanguage('de', { 'Saved %s': '%s gesichert' })
  expect(t('Saved %s', 'A')).toBe('A gesichert')
  expect(t('Stop')).toBe('Stop')
  setLanguage('en')
  expect(t('Saved %s', 'A')).toBe('Saved A')
})

it('chooses singular and plural by the number', () => {
  expect(tn('%s chart', '%s charts', 1, 1)).toBe('1 chart')
  expect(tn('%s chart', '%s charts', 0, 0)).toBe('0 charts')
  expect(tn('%s chart', '%s charts', 2, 2)).toBe('2 charts')
})

it('chooses among the plural forms of the chosen language', () => {
  setLanguage('pl', { '%s charts_one': '%s wykres', '%s charts_few': '%s wykresy', '%s charts_many': '%s wykresów' })
  expect([1, 3, 5].map((n) => tn('%s chart', '%s charts', n, n))).toEqual(['1 wykres', '3 wykresy', '5 wykresów'])
})

it('drops the texts of a catalogue that is replaced', () => {
  setLanguage('de', { Stop: 'Halt' })
  setLanguage('de', {})
  expect(t('Stop')).toBe('Stop')
})
