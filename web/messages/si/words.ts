import { countedTenure } from '../../../src/domain/tenure-words.ts'
import { capitalize, countedDuration, localTime, toDecimal } from '../../rates/format.ts'
import type { words as english } from '../en/words.ts'

type Words = typeof english

const variants: Words['variants'] = {
  general: 'සියලු දෙනා',
  senior_citizen: 'ජ්‍යෙෂ්ඨ පුරවැසියන්',
  women: 'කාන්තාවන්',
  digital: 'ඩිජිටල් තැන්පතු',
  minor: 'බාලවයස්කරුවන්',
}

const payouts: Words['payouts'] = {
  maturity: 'කල් පිරීමේදී',
  monthly: 'මාසිකව',
  quarterly: 'කාර්තුවකට වරක්',
  annual: 'වාර්ෂිකව',
}

/** The licences of the central bank of Sri Lanka. */
const licences: Readonly<Record<string, string | undefined>> = {
  licensed_commercial_bank: 'බලපත්‍රලාභී වාණිජ බැංකුව',
  licensed_specialised_bank: 'බලපත්‍රලාභී විශේෂිත බැංකුව',
  licensed_finance_company: 'බලපත්‍රලාභී මුදල් සමාගම',
}

/** Some browsers have no Sinhala names of months. */
const monthNames = [
  'ජනවාරි',
  'පෙබරවාරි',
  'මාර්තු',
  'අප්‍රේල්',
  'මැයි',
  'ජූනි',
  'ජූලි',
  'අගෝස්තු',
  'සැප්තැම්බර්',
  'ඔක්තෝබර්',
  'නොවැම්බර්',
  'දෙසැම්බර්',
]
/** Short names, where the full ones are not short enough for tables and axes. */
const shortMonthNames = [
  'ජන',
  'පෙබ',
  'මාර්',
  'අප්‍රේ',
  'මැයි',
  'ජූනි',
  'ජූලි',
  'අගෝ',
  'සැප්',
  'ඔක්',
  'නොවැ',
  'දෙසැ',
]
type At = string | number
const nameOf = (names: readonly string[], at: At): string => names[new Date(at).getUTCMonth()] ?? ''
const dayWith = (names: readonly string[], at: At): string => {
  const date = new Date(at)
  return `${date.getUTCFullYear()} ${nameOf(names, at)} ${date.getUTCDate()}`
}
const day = (at: At): string => dayWith(monthNames, at)

const number = (count: number): string => count.toLocaleString('en-GB')
const tenure = (months: string): string => {
  const { count, unit } = countedTenure(toDecimal(months))
  return `${unit === 'day' ? 'දින' : 'මාස'} ${count}`
}

const duration = (days: number): string => {
  const { count, unit } = countedDuration(days)
  return `${{ year: 'වසර', month: 'මාස', day: 'දින' }[unit]} ${count}`
}

/** The words and formats in Sinhala. Nobody has reviewed this translation. */
export const words: Words = {
  variants,
  payouts,
  types: { bank: 'බැංකු', nbfi: 'මුදල් සමාගම්' },
  typeNouns: { bank: 'බැංකුව', nbfi: 'මුදල් සමාගම' },
  tenure,
  tenureAdjective: (months) => tenure(months).replace(' ', '\u00A0'),
  terms: ({ tenure: months, payout, variant, type = '', includesOlder }) => {
    const duration = months === '' ? 'ඕනෑම කාලයක්' : tenure(months)
    const paid = payout === '' ? 'ඕනෑම ගෙවීම් ක්‍රමයක්' : `පොලිය ${payouts[payout]}`
    const only = type === '' ? '' : `, ${words.types[type]} පමණි`
    return `${duration}, ${paid}, ${variants[variant]} සඳහා${only}${includesOlder ? ', පැරණි අනුපාතද ඇතුළුව' : ''}`
  },
  openTo: (variant) => `${variants[variant]} සඳහා`,
  licence: (licence) => licences[licence] ?? capitalize(licence.replaceAll('_', ' ')),
  day,
  shortDay: (at) => dayWith(shortMonthNames, at).replaceAll(' ', '\u00A0'),
  time: (at, timeZone) => {
    const { day: localDay, clock, place } = localTime(at, timeZone)
    return `${day(localDay)}, ${clock}${place === 'UTC' ? ' UTC' : `, ${place} වේලාව`}`
  },
  month: (at) => nameOf(shortMonthNames, at),
  dayOfMonth: (at) => `${nameOf(shortMonthNames, at)} ${new Date(at).getUTCDate()}`,
  days: (count) => `දින ${number(count)}`,
  institutions: (count) => `ආයතන ${number(count)}`,
  duration,
  freshness: (days, isStale) => {
    if (isStale) return `අවසන් වරට තහවුරු කළේ ${duration(days)}කට පෙර`
    return days === 0 ? 'අද තහවුරු කළා' : `දින ${number(days)}කට පෙර තහවුරු කළා`
  },
  today: 'අද',
  daysAgo: (days) => `දින ${number(days)}කට පෙර`,
  fromAmount: (amount) => `අවම ${amount}`,
  noMinimum: 'අවම මුදලක් සඳහන් නැත',
  minimumMoved: (now, before) => `${now} (පෙර: ${before})`,
  yes: 'ඔව්',
  no: 'නැත',
  directions: { initial: 'පළමු', up: 'ඉහළට', down: 'පහළට', flat: 'නොවෙනස්' },
}
