/** The rule for a holiday's date. `names` are all its names; `from` is the first year it was observed. */
export type Rule = { readonly names: readonly string[]; readonly from?: number } & (
  | { readonly kind: 'fixed'; readonly month: number; readonly day: number }
  | { readonly kind: 'weekday'; readonly month: number; readonly weekday: number; readonly n: number }
  | { readonly kind: 'easter'; readonly days: number }
  | { readonly kind: 'hijri'; readonly month: number; readonly day: number }
)

const monday = 1
const thursday = 4

function fixedDate(names: string, month: number, day: number, from?: number): Rule {
  return { kind: 'fixed', names: names.split('|'), month, day, ...(from ? { from } : {}) }
}

function nth(names: string, month: number, weekday: number, n: number, from?: number): Rule {
  return { kind: 'weekday', names: names.split('|'), month, weekday, n, ...(from ? { from } : {}) }
}

function easter(names: string, days: number): Rule {
  return { kind: 'easter', names: names.split('|'), days }
}

const easterSunday = easter('Easter Sunday|Ostersonntag|Pâques|Pasqua|Domingo de Pascua', 0)
const goodFriday = easter('Good Friday|Karfreitag|Vendredi saint|Viernes Santo|Venerdì santo', -2)
const easterMonday = easter("Easter Monday|Ostermontag|Lundi de Pâques|Lunedì dell'Angelo", 1)
const ascension = easter('Ascension Day|Christi Himmelfahrt|Ascension', 39)
const whitMonday = easter('Whit Monday|Pfingstmontag|Lundi de Pentecôte', 50)
const newYear = fixedDate("New Year's Day|Neujahr|Jour de l'an|Año nuevo|Capodanno", 1, 1)
const epiphany = fixedDate('Epiphany|Heilige Drei Könige|Epifania del Signore|Epifanía del Señor', 1, 6)
const mayDay = fixedDate('Labour Day|Erster Mai|Fête du Travail|Festa dei Lavoratori|Día del Trabajador', 5, 1)
const assumption = fixedDate(
  'Assumption Day|Mariä Himmelfahrt|Assomption|Assunzione della Vergine|Asunción de la Virgen',
  8,
  15,
)
const allSaints = fixedDate('All Saints Day|Allerheiligen|Toussaint|Tutti i santi|Todos los Santos', 11, 1)
const immaculate = fixedDate(
  'Immaculate Conception|Mariä Empfängnis|Immacolata Concezione|La Inmaculada Concepción',
  12,
  8,
)
const christmas = fixedDate('Christmas Day|Erster Weihnachtstag|Noël|Navidad|Natale', 12, 25)
const boxingDay = fixedDate("Boxing Day|St. Stephen's Day|Zweiter Weihnachtstag|Santo Stefano", 12, 26)

/** National public holidays by country code. */
export const countries: Readonly<Record<string, readonly Rule[]>> = {
  US: [
    newYear,
    nth('Martin Luther King Jr. Day', 1, monday, 3, 1986),
    nth("Washington's Birthday|Presidents' Day", 2, monday, 3, 1971),
    easterSunday,
    nth('Memorial Day', 5, monday, -1, 1971),
    fixedDate('Juneteenth National Independence Day', 6, 19, 2021),
    fixedDate('Independence Day', 7, 4),
    nth('Labor Day', 9, monday, 1, 1894),
    nth('Columbus Day', 10, monday, 2, 1970),
    fixedDate('Veterans Day', 11, 11, 1938),
    nth('Thanksgiving', 11, thursday, 4, 1942),
    christmas,
  ],
  CA: [
    newYear,
    goodFriday,
    easterSunday,
    nth('Victoria Day', 5, monday, -25),
    fixedDate('Canada Day', 7, 1),
    nth('Labour Day', 9, monday, 1),
    nth('Thanksgiving', 10, monday, 2),
    christmas,
    boxingDay,
  ],
  GB: [
    newYear,
    goodFriday,
    easterSunday,
    easterMonday,
    nth('May Day', 5, monday, 1, 1978),
    nth('Spring Bank Holiday', 5, monday, -1, 1971),
    nth('Late Summer Bank Holiday', 8, monday, -1, 1971),
    christmas,
    boxingDay,
  ],
  DE: [
    newYear,
    goodFriday,
    easterSunday,
    easterMonday,
    mayDay,
    ascension,
    whitMonday,
    fixedDate('German Unity Day|Tag der Deutschen Einheit', 10, 3, 1990),
    christmas,
    boxingDay,
  ],
  AT: [
    newYear,
    epiphany,
    easterSunday,
    easterMonday,
    fixedDate('National Holiday|Staatsfeiertag', 5, 1),
    ascension,
    whitMonday,
    easter('Corpus Christi|Fronleichnam', 60),
    assumption,
    fixedDate('National Day|Nationalfeiertag', 10, 26, 1967),
    allSaints,
    immaculate,
    christmas,
    boxingDay,
  ],
  FR: [
    newYear,
    easterSunday,
    easterMonday,
    mayDay,
    fixedDate('Victory Day|Armistice 1945', 5, 8),
    ascension,
    whitMonday,
    fixedDate('Bastille Day|Fête nationale', 7, 14),
    assumption,
    allSaints,
    fixedDate('Armistice Day|Armistice 1918', 11, 11),
    christmas,
  ],
  IT: [
    newYear,
    epiphany,
    easterSunday,
    easterMonday,
    fixedDate('Liberation Day|Festa della Liberazione', 4, 25),
    mayDay,
    fixedDate('Republic Day|Festa della Repubblica', 6, 2),
    assumption,
    allSaints,
    immaculate,
    christmas,
    boxingDay,
  ],
  ES: [
    newYear,
    epiphany,
    goodFriday,
    easterSunday,
    mayDay,
    assumption,
    fixedDate('National Day|Día de la Hispanidad', 10, 12),
    allSaints,
    fixedDate('Constitution Day|Día de la Constitución Española', 12, 6),
    immaculate,
    christmas,
  ],
  NL: [
    newYear,
    easterSunday,
    easterMonday,
    fixedDate("King's Day|Koningsdag", 4, 27, 2014),
    ascension,
    easter('Whit Sunday|Eerste Pinksterdag', 49),
    whitMonday,
    christmas,
    boxingDay,
  ],
  SA: [
    { kind: 'hijri', names: ['Eid al-Fitr Holiday'], month: 10, day: 1 },
    { kind: 'hijri', names: ['Arafat Day Holiday'], month: 12, day: 9 },
    { kind: 'hijri', names: ['Eid al-Adha Holiday'], month: 12, day: 10 },
    fixedDate('Founding Day Holiday', 2, 22, 2022),
    fixedDate('National Day Holiday', 9, 23, 2005),
  ],
}
