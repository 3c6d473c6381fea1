import { countedTenure } from '../../../src/domain/tenure-words.ts'
import { capitalize, countedDuration, localTime, toDecimal } from '../../rates/format.ts'
import type { words as english } from '../en/words.ts'
import { to } from './endings.ts'

type Words = typeof english

const variants: Words['variants'] = {
  general: 'அனைவருக்கும்',
  senior_citizen: 'சிரேஷ்ட பிரஜைகளுக்கு',
  women: 'பெண்களுக்கு',
  digital: 'டிஜிட்டல் வைப்புகளுக்கு',
  minor: 'சிறுவர்களுக்கு',
}

const payouts: Words['payouts'] = {
  maturity: 'முதிர்வில்',
  monthly: 'மாதாந்தம்',
  quarterly: 'காலாண்டுக்கு ஒருமுறை',
  annual: 'வருடாந்தம்',
}

/** The licences of the central bank of Sri Lanka. */
const licences: Readonly<Record<string, string | undefined>> = {
  licensed_commercial_bank: 'உரிமம்பெற்ற வர்த்தக வங்கி',
  licensed_specialised_bank: 'உரிமம்பெற்ற சிறப்பியல்பு வங்கி',
  licensed_finance_company: 'உரிமம்பெற்ற நிதிக் கம்பனி',
}

const dateFormat = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('ta-LK', { timeZone: 'UTC', day: 'numeric', month, year: 'numeric' })
const [longDay, shortDay] = [dateFormat('long'), dateFormat('short')]
const month = new Intl.DateTimeFormat('ta-LK', { timeZone: 'UTC', month: 'short' })
const dayOfMonth = new Intl.DateTimeFormat('ta-LK', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
})

const number = (count: number): string => count.toLocaleString('en-GB')
const counted = (count: number | string, one: string, many: string): string =>
  `${typeof count === 'number' ? number(count) : count} ${String(count) === '1' ? one : many}`
const days = (count: number | string): string => counted(count, 'நாள்', 'நாட்கள்')
const months = (count: number | string): string => counted(count, 'மாதம்', 'மாதங்கள்')
const tenure = (text: string): string => {
  const { count, unit } = countedTenure(toDecimal(text))
  return unit === 'day' ? days(count) : months(count)
}

const duration = (length: number): string => {
  const { count, unit } = countedDuration(length)
  if (unit === 'year') return counted(count, 'வருடம்', 'வருடங்கள்')
  return unit === 'month' ? months(count) : days(count)
}

/** The words and formats in Tamil. Nobody has reviewed this translation. */
export const words: Words = {
  variants,
  payouts,
  types: { bank: 'வங்கிகள்', nbfi: 'நிதிக் கம்பனிகள்' },
  typeNouns: { bank: 'வங்கி', nbfi: 'நிதிக் கம்பனி' },
  tenure,
  tenureAdjective: (text) => {
    const { count, unit } = countedTenure(toDecimal(text))
    return `${count}\u00A0${unit === 'day' ? 'நாள்' : 'மாத'}`
  },
  terms: ({ tenure: text, payout, variant, type = '', includesOlder }) => {
    const duration = text === '' ? 'எந்தக் காலமும்' : tenure(text)
    const paid = payout === '' ? 'எந்தக் கொடுப்பனவும்' : `வட்டி ${payouts[payout]}`
    const only = type === '' ? '' : `, ${words.types[type]} மட்டும்`
    return `${duration}, ${paid}, ${variants[variant]}${only}${includesOlder ? ', பழைய வீதங்களும் உட்பட' : ''}`
  },
  openTo: (variant) => variants[variant],
  licence: (licence) => licences[licence] ?? capitalize(licence.replaceAll('_', ' ')),
  day: (at) => longDay.format(new Date(at)),
  shortDay: (at) => shortDay.format(new Date(at)),
  time: (at, timeZone) => {
    const { day, clock, place } = localTime(at, timeZone)
    return `${longDay.format(new Date(day))}, ${clock}${place === 'UTC' ? ' UTC' : `, ${place} நேரம்`}`
  },
  month: (at) => month.format(at),
  dayOfMonth: (at) => dayOfMonth.format(at),
  days,
  institutions: (count) => counted(count, 'நிறுவனம்', 'நிறுவனங்கள்'),
  duration,
  freshness: (count, isStale) => {
    if (isStale) return `கடைசியாக உறுதி செய்யப்பட்டது ${to(duration(count))} முன்`
    return count === 0 ? 'இன்று உறுதி செய்யப்பட்டது' : `${to(days(count))} முன் உறுதி செய்யப்பட்டது`
  },
  today: 'இன்று',
  daysAgo: (count) => `${to(days(count))} முன்`,
  fromAmount: (amount) => `குறைந்தது ${amount}`,
  noMinimum: 'குறைந்தபட்சத் தொகை குறிப்பிடப்படவில்லை',
  minimumMoved: (now, before) => `${now} (முன்னர்: ${before})`,
  yes: 'ஆம்',
  no: 'இல்லை',
  directions: { initial: 'முதலாவது', up: 'உயர்வு', down: 'குறைப்பு', flat: 'மாற்றமில்லை' },
}
