import type { TextEncoding } from '#core/rest/upload.ts'

/** The labels of encodings. */
export const encodingLabels: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Latin-1 / Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
}
