/**
 * The forms of one name.
 * @typedef {{ name: string, title: string, Type: string, constant: string, file: string }} Names
 *   name: on the wire, `wind_rose`; title: for people, `Wind rose`; Type: `WindRose`; constant: `windRose`; file: `wind-rose`
 */

/** Keywords of the language, and names used in every module. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try type typeof undefined var void while with yield`.split(/\s+/),
)

/** @param {string} word */
const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1)

/**
 * @param {string} name
 * @returns {Names}
 */
export function namesOf(name) {
  const words = name.split('_')
  const Type = words.map(capital).join('')
  return {
    name,
    title: capital(words.join(' ')),
    Type,
    constant: Type.slice(0, 1).toLowerCase() + Type.slice(1),
    file: words.join('-'),
  }
}

/**
 * @param {string} name
 * @returns {boolean} whether it may name a constant
 */
export const isReserved = (name) => RESERVED.has(name)
