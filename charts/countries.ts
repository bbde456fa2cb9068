/** A country: its two-letter, three-letter and Olympic codes, its center in degrees and its English name. */
export interface Country {
  readonly cca2: string
  readonly cca3: string
  readonly cioc: string
  /** The id of its shape, ISO 3166-1 numeric; empty if it has none. */
  readonly id: string
  readonly lat: number
  readonly lng: number
  readonly name: string
}

/** One country per line: ISO 3166-1 alpha-2 and alpha-3, IOC code or -, numeric or -, latitude, longitude, name. */
const LINES = `
AF AFG AFG 004 33 65 Afghanistan
AL ALB ALB 008 41 20 Albania
DZ DZA ALG 012 28 3 Algeria
AD AND AND 020 42.5 1.5 Andorra
AO AGO ANG 024 -12.5 18.5 Angola
AG ATG ANT 028 17.05 -61.8 Antigua and Barbuda
AR ARG ARG 032 -34 -64 Argentina
AM ARM ARM 051 40 45 Armenia
AU AUS AUS 036 -27 133 Australia
AT AUT AUT 040 47.33 13.33 Austria
AZ AZE AZE 031 40.5 47.5 Azerbaijan
BS BHS BAH 044 24.25 -76 Bahamas
BH BHR BRN 048 26 50.55 Bahrain
BD BGD BAN 050 24 90 Bangladesh
BB BRB BAR 052 13.17 -59.53 Barbados
BY BLR BLR 112 53 28 Belarus
BE BEL BEL 056 50.83 4 Belgium
BZ BLZ BIZ 084 17.25 -88.75 Belize
BJ BEN BEN 204 9.5 2.25 Benin
BT BTN BHU 064 27.5 90.5 Bhutan
BO BOL BOL 068 -17 -65 Bolivia
BA BIH BIH 070 44 18 Bosnia and Herzegovina
BW BWA BOT 072 -22 24 Botswana
BR BRA BRA 076 -10 -55 Brazil
BN BRN BRU 096 4.5 114.67 Brunei
BG BGR BUL 100 43 25 Bulgaria
BF BFA BUR 854 13 -2 Burkina Faso
BI BDI BDI 108 -3.5 30 Burundi
KH KHM CAM 116 13 105 Cambodia
CM CMR CMR 120 6 12 Cameroon
CA CAN CAN 124 60 -95 Canada
CV CPV CPV 132 16 -24 Cape Verde
CF CAF CAF 140 7 21 Central African Republic
TD TCD CHA 148 15 19 Chad
CL CHL CHI 152 -30 -71 Chile
CN CHN CHN 156 35 105 China
CO COL COL 170 4 -72 Colombia
KM COM COM 174 -12.17 44.25 Comoros
CG COG CGO 178 -1 15 Republic of the Congo
CD COD COD 180 0 25 DR Congo
CR CRI CRC 188 10 -84 Costa Rica
CI CIV CIV 384 8 -5 Ivory Coast
HR HRV CRO 191 45.17 15.5 Croatia
CU CUB CUB 192 21.5 -80 Cuba
CY CYP CYP 196 35 33 Cyprus
CZ CZE CZE 203 49.75 15.5 Czech Republic
DK DNK DEN 208 56 10 Denmark
DJ DJI DJI 262 11.5 43 Djibouti
DM DMA DMA 212 15.42 -61.33 Dominica
DO DOM DOM 214 19 -70.67 Dominican Republic
EC ECU ECU 218 -2 -77.5 Ecuador
EG EGY EGY 818 27 30 Egypt
SV SLV ESA 222 13.83 -88.92 El Salvador
GQ GNQ GEQ 226 2 10 Equatorial Guinea
ER ERI ERI 232 15 39 Eritrea
EE EST EST 233 59 26 Estonia
SZ SWZ SWZ 748 -26.5 31.5 Swaziland
ET ETH ETH 231 8 38 Ethiopia
FJ FJI FIJ 242 -18 175 Fiji
FI FIN FIN 246 64 26 Finland
FR FRA FRA 250 46 2 France
GA GAB GAB 266 -1 11.75 Gabon
GM GMB GAM 270 13.47 -16.57 Gambia
GE GEO GEO 268 42 43.5 Georgia
DE DEU GER 276 51 9 Germany
GH GHA GHA 288 8 -2 Ghana
GR GRC GRE 300 39 22 Greece
GD GRD GRN 308 12.12 -61.67 Grenada
GT GTM GUA 320 15.5 -90.25 Guatemala
GN GIN GUI 324 11 -10 Guinea
GW GNB GBS 624 12 -15 Guinea-Bissau
GY GUY GUY 328 5 -59 Guyana
HT HTI HAI 332 19 -72.42 Haiti
HN HND HON 340 15 -86.5 Honduras
HU HUN HUN 348 47 20 Hungary
IS ISL ISL 352 65 -18 Iceland
IN IND IND 356 20 77 India
ID IDN INA 360 -5 120 Indonesia
IR IRN IRI 364 32 53 Iran
IQ IRQ IRQ 368 33 44 Iraq
IE IRL IRL 372 53 -8 Ireland
IL ISR ISR 376 31.5 34.75 Israel
IT ITA ITA 380 42.83 12.83 Italy
JM JAM JAM 388 18.25 -77.5 Jamaica
JP JPN JPN 392 36 138 Japan
JO JOR JOR 400 31 36 Jordan
KZ KAZ KAZ 398 48 68 Kazakhstan
KE KEN KEN 404 1 38 Kenya
KI KIR KIR 296 1.42 173 Kiribati
XK UNK KOS - 42.67 21.17 Kosovo
KW KWT KUW 414 29.5 45.75 Kuwait
KG KGZ KGZ 417 41 75 Kyrgyzstan
LA LAO LAO 418 18 105 Laos
LV LVA LAT 428 57 25 Latvia
LB LBN LIB 422 33.83 35.83 Lebanon
LS LSO LES 426 -29.5 28.5 Lesotho
LR LBR LBR 430 6.5 -9.5 Liberia
LY LBY LBA 434 25 17 Libya
LI LIE LIE 438 47.27 9.53 Liechtenstein
LT LTU LTU 440 56 24 Lithuania
LU LUX LUX 442 49.75 6.17 Luxembourg
MK MKD MKD 807 41.83 22 Macedonia
MG MDG MAD 450 -20 47 Madagascar
MW MWI MAW 454 -13.5 34 Malawi
MY MYS MAS 458 2.5 112.5 Malaysia
MV MDV MDV 462 3.25 73 Maldives
ML MLI MLI 466 17 -4 Mali
MT MLT MLT 470 35.83 14.58 Malta
MH MHL MHL 584 9 168 Marshall Islands
MR MRT MTN 478 20 -12 Mauritania
MU MUS MRI 480 -20.28 57.55 Mauritius
MX MEX MEX 484 23 -102 Mexico
FM FSM FSM 583 6.92 158.25 Micronesia
MD MDA MDA 498 47 29 Moldova
MC MCO MON 492 43.73 7.4 Monaco
MN MNG MGL 496 46 105 Mongolia
ME MNE MNE 499 42.5 19.3 Montenegro
MA MAR MAR 504 32 -5 Morocco
MZ MOZ MOZ 508 -18.25 35 Mozambique
MM MMR MYA 104 22 98 Myanmar
NA NAM NAM 516 -22 17 Namibia
NR NRU NRU 520 -0.53 166.92 Nauru
NP NPL NEP 524 28 84 Nepal
NL NLD NED 528 52.5 5.75 Netherlands
NZ NZL NZL 554 -41 174 New Zealand
NI NIC NCA 558 13 -85 Nicaragua
NE NER NIG 562 16 8 Niger
NG NGA NGR 566 10 8 Nigeria
KP PRK PRK 408 40 127 North Korea
NO NOR NOR 578 62 10 Norway
OM OMN OMA 512 21 57 Oman
PK PAK PAK 586 30 70 Pakistan
PW PLW PLW 585 7.5 134.5 Palau
PS PSE PLE 275 31.9 35.2 Palestine
PA PAN PAN 591 9 -80 Panama
PG PNG PNG 598 -6 147 Papua New Guinea
PY PRY PAR 600 -23 -58 Paraguay
PE PER PER 604 -10 -76 Peru
PH PHL PHI 608 13 122 Philippines
PL POL POL 616 52 20 Poland
PT PRT POR 620 39.5 -8 Portugal
QA QAT QAT 634 25.5 51.25 Qatar
RO ROU ROU 642 46 25 Romania
RU RUS RUS 643 60 100 Russia
RW RWA RWA 646 -2 30 Rwanda
KN KNA SKN 659 17.33 -62.75 Saint Kitts and Nevis
LC LCA LCA 662 13.88 -60.97 Saint Lucia
VC VCT VIN 670 13.25 -61.2 Saint Vincent and the Grenadines
WS WSM SAM 882 -13.58 -172.33 Samoa
SM SMR SMR 674 43.77 12.42 San Marino
ST STP STP 678 1 7 São Tomé and Príncipe
SA SAU KSA 682 25 45 Saudi Arabia
SN SEN SEN 686 14 -14 Senegal
RS SRB SRB 688 44 21 Serbia
SC SYC SEY 690 -4.58 55.67 Seychelles
SL SLE SLE 694 8.5 -11.5 Sierra Leone
SG SGP SIN 702 1.37 103.8 Singapore
SK SVK SVK 703 48.67 19.5 Slovakia
SI SVN SLO 705 46.12 14.82 Slovenia
SB SLB SOL 090 -8 159 Solomon Islands
SO SOM SOM 706 10 49 Somalia
ZA ZAF RSA 710 -29 24 South Africa
KR KOR KOR 410 37 127.5 South Korea
SS SSD SSD 728 7 30 South Sudan
ES ESP ESP 724 40 -4 Spain
LK LKA SRI 144 7 81 Sri Lanka
SD SDN SUD 729 15 30 Sudan
SR SUR SUR 740 4 -56 Suriname
SE SWE SWE 752 62 15 Sweden
CH CHE SUI 756 47 8 Switzerland
SY SYR SYR 760 35 38 Syria
TW TWN TPE 158 23.5 121 Taiwan
TJ TJK TJK 762 39 71 Tajikistan
TZ TZA TAN 834 -6 35 Tanzania
TH THA THA 764 15 100 Thailand
TL TLS TLS 626 -8.83 125.92 Timor-Leste
TG TGO TOG 768 8 1.17 Togo
TO TON TGA 776 -20 -175 Tonga
TT TTO TTO 780 11 -61 Trinidad and Tobago
TN TUN TUN 788 34 9 Tunisia
TR TUR TUR 792 39 35 Turkey
TM TKM TKM 795 40 60 Turkmenistan
TV TUV TUV - -8 178 Tuvalu
UG UGA UGA 800 1 32 Uganda
UA UKR UKR 804 49 32 Ukraine
AE ARE UAE 784 24 54 United Arab Emirates
GB GBR GBR 826 54 -2 United Kingdom
US USA USA 840 38 -97 United States
UY URY URU 858 -33 -56 Uruguay
UZ UZB UZB 860 41 64 Uzbekistan
VU VUT VAN 548 -16 167 Vanuatu
VA VAT - 336 41.9 12.45 Vatican City
VE VEN VEN 862 8 -66 Venezuela
VN VNM VIE 704 16.17 107.83 Vietnam
YE YEM YEM 887 15 48 Yemen
ZM ZMB ZAM 894 -15 30 Zambia
ZW ZWE ZIM 716 -20 30 Zimbabwe
AS ASM ASA 016 -14.33 -170 American Samoa
AW ABW ARU 533 12.5 -69.97 Aruba
BM BMU BER 060 32.33 -64.75 Bermuda
VG VGB IVB 092 18.43 -64.62 British Virgin Islands
KY CYM CAY 136 19.5 -80.5 Cayman Islands
CK COK COK 184 -21.23 -159.77 Cook Islands
FK FLK - 238 -51.75 -59 Falkland Islands
GF GUF - - 4 -53 French Guiana
PF PYF - 258 -15 -140 French Polynesia
GL GRL - 304 72 -40 Greenland
GP GLP - - 16.25 -61.58 Guadeloupe
GU GUM GUM 316 13.47 144.78 Guam
HK HKG HKG 344 22.27 114.19 Hong Kong
MO MAC - 446 22.17 113.55 Macau
MQ MTQ - - 14.67 -61 Martinique
NC NCL - 540 -21.5 165.5 New Caledonia
PR PRI PUR 630 18.25 -66.5 Puerto Rico
RE REU - - -21.15 55.5 Réunion
VI VIR ISV 850 18.35 -64.93 United States Virgin Islands
EH ESH - 732 24.5 -13 Western Sahara
`

const countries: readonly Country[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [cca2 = '', cca3 = '', cioc = '', id = '', lat, lng, ...name] = line.split(' ')
    const known = (code: string) => (code === '-' ? '' : code)
    return { cca2, cca3, cioc: known(cioc), id: known(id), lat: Number(lat), lng: Number(lng), name: name.join(' ') }
  })

const KEYS = ['name', 'cioc', 'cca2', 'cca3'] as const
const MIN_COUNTRY_SHARE = 0.8

/** Returns the country with this code or name, ignoring case, in the notation of the field type. */
export function countryBy(fieldType: unknown, value: unknown): Country | undefined {
  const key = KEYS.find((each) => each === fieldType)
  if (!key || typeof value !== 'string' || value === '') return undefined
  const searchText = value.trim().toLowerCase()
  return countries.find((country) => country[key].toLowerCase() === searchText)
}

/** Returns the country of a shape by id and name; Kosovo has no id. */
export function countryOfShape(id: string, name: string): Country | undefined {
  return countries.find((country) => (country.id === '' ? country.name === name : country.id === id))
}

/** The number of distinct texts examined to detect countries. */
const LOOKED_AT = 50

/** Returns the notation in which nearly all texts name countries; undefined if there is none. */
export function countryFieldOf(values: readonly unknown[]): (typeof KEYS)[number] | undefined {
  const different = new Set(values.filter((value) => typeof value === 'string' && value !== ''))
  const texts = [...different].slice(0, LOOKED_AT)
  const isWritten = (key: (typeof KEYS)[number]) =>
    texts.filter((text) => countryBy(key, text)).length >= MIN_COUNTRY_SHARE * texts.length
  return texts.length > 0 ? KEYS.find(isWritten) : undefined
}
