import { splitFormat, withCurrency } from './currency.ts'
import { formatSpecifier } from 'd3-format'
import { splitDigits, withDigits } from './format-digits.ts'
import { ADAPTIVE_FORMAT, EXACT_FORMAT, SMART_NUMBER } from './number-formats.ts'
import { isNamedFormat, type NumberFormatter, numberFormatter } from './number.ts'

/** Maximum number of additional digits. */
const MORE = 3

/** Returns formats with more and more digits; empty if the format cannot have more digits. */
function finerFormats(format: string): readonly string[] {
  const { pattern, currency } = splitFormat(format)
  const { digits } = splitDigits(format)
  return finerPatterns(pattern.trim()).map((each) => withDigits(withCurrency(each, currency), digits))
}

function finerPatterns(key: string): readonly string[] {
  if (key === '' || key === SMART_NUMBER || key === ADAPTIVE_FORMAT) return [EXACT_FORMAT, ',.6~f']
  if (isNamedFormat(key)) return []
  try {
    return Array.from({ length: MORE }, (_, index) => {
      const specifier = formatSpecifier(key)
      if (specifier.type === 'd') specifier.precision = 0
      if (specifier.type === 'd') specifier.type = 'f'
      specifier.precision = (specifier.precision ?? 6) + index + 1
      return String(specifier)
    })
  } catch {
    return []
  }
}

/**
 * Returns the formatter of a stored format, with as many additional digits as needed to distinguish these values: 11.2
 * and 10.8 are not both 11. If a few digits are not enough, the format is used unchanged.
 */
export function distinctFormatter(pattern: string, values: readonly number[]): NumberFormatter {
  const own = numberFormatter(pattern)
  const different = [...new Set(values)]
  const reported = (write: NumberFormatter) => new Set(different.map(write)).size
  let best = own
  for (const each of finerFormats(pattern)) {
    if (reported(best) === different.length) return best
    const write = numberFormatter(each)
    if (reported(write) > reported(best)) best = write
  }
  return best
}
