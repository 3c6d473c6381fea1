import type { Messages } from '../messages.ts'
import { during, to } from './endings.ts'

const movesOf = { up: 'உயர்வுகள்', down: 'குறைப்புகள்', '': 'மாற்றங்கள்' } as const

/** The view of changes in Tamil. Nobody has reviewed this translation. */
export const changes: Messages['changes'] = {
  title: 'மாற்றங்கள்',
  heading: 'வீதங்கள் எவ்வாறு மாறின',
  counts: ({ up, down }, direction, isLatest) => {
    const all = `${isLatest ? 'அண்மைய ' : ''}${movesOf[direction]}: ${up + down}`
    return direction === '' ? `${all} (உயர்வு\u00A0${up}, குறைப்பு\u00A0${down})` : all
  },
  dayOfChange: 'நாட்கள் இந்தப் புத்தகத்தில் சேர்ந்த நாட்கள்.',
  longGaps: (count, all, days) => {
    const gap = `${to(days)} மேல் வாசிப்பு இல்லாத இடைவெளிக்குப் பின்`
    if (all === 1) return `${gap} இது காணப்பட்டது.`
    return count === all ? `இவை அனைத்தும் ${gap} காணப்பட்டன.` : `இவற்றில் ${gap} காணப்பட்டவை: ${count}.`
  },
  order: 'வரிசை',
  orders: { day: 'நாள் வாரியாக', institution: 'நிறுவன வாரியாக', size: 'அளவு வாரியாக' },
  thisMonth: 'இந்த மாதம்',
  lastMonth: 'கடந்த மாதம்',
  months: 'மாதங்கள்',
  tableOf: (day) => `${day}: உயர்வுகளும் குறைப்புகளும்`,
  tableBySize: 'உயர்வுகளும் குறைப்புகளும், மிகப் பெரியவை முதலில்',
  netTableOf: (name) => `${name}: ஒவ்வொரு வீதத்தின் நிகர மாற்றம்`,
  netRange: (moves) => `நிகர மாற்றம் bp ${moves.join(' முதல் ')}`,
  net: (count) => `மாற்றங்கள்: ${count}`,
  head: {
    terms: 'நிறுவனமும் நிபந்தனைகளும்',
    before: 'முன்னர்',
    since: 'இப்போது',
    basisPoints: 'அடிப்படைப் புள்ளிகள்',
  },
  up: 'உயர்வு',
  down: 'குறைப்பு',
  basisPoints: 'bp',
  lessThanADay: 'ஒரு நாளுக்கும் குறைவு',
  stood: (duration, lastSeen) => `நீடித்த காலம்: ${duration}; கடைசியாகக் காணப்பட்டது ${lastSeen}`,
  withdrawnBefore: (lastSeen, withdrawn) =>
    `கடைசியாகக் காணப்பட்டது ${lastSeen}; ${withdrawn} அன்று நீக்கப்பட்டு, மீண்டும் வழங்கப்பட்டது`,
  unreadBefore: (lastSeen, duration) =>
    `கடைசியாகக் காணப்பட்டது ${lastSeen}; ${during(duration)} படிக்கப்படவில்லை`,
  minimumBefore: (minimum) => `முன்னர்: ${minimum}`,
  readOn: (day) => `படிக்கப்பட்டது ${day}`,
  pageDated: (day) => `பக்கத்தின் திகதி ${day}`,
  showOlder: 'பழைய மாற்றங்களைக் காட்டு',
  noOlder: 'பழைய மாற்றங்கள் இல்லை.',
  noOlderFiltered: 'இந்த வடிகட்டிகளுடன் பழைய மாற்றங்கள் இல்லை.',
  noneTitle: 'இதுவரை எந்த வீதமும் மாறவில்லை.',
  noneText: 'ஒரு நிறுவனம் இரண்டாவது வட்டி வீதத் தாளை வெளியிட்டதும் உயர்வுகளும் குறைப்புகளும் இங்கே தோன்றும்.',
  noneFilteredTitle: 'இந்த வடிகட்டிகளுடன் மாற்றங்கள் இல்லை.',
  noneFilteredText: 'வேறு வடிகட்டிகளை, அல்லது முந்தைய தொடக்க நாளைத் தேர்ந்தெடுங்கள்.',
  feed: (link) => <>இந்த மாற்றங்களை {link('வாசகர்களுக்கான ஊட்டத்தில் (feed)')} பின்தொடருங்கள்</>,
  all: (direction, filters) =>
    [{ up: 'உயர்வுகள்', down: 'குறைப்புகள்', '': 'உயர்வுகளும் குறைப்புகளும்' }[direction], ...filters].join(
      ', ',
    ),
  from: (day) => `${day} முதல்`,
  until: (day) => `${day} வரை`,
}
