import type { Messages } from '../messages.ts'
import { during, to } from './endings.ts'

const movesOf = { up: 'உயர்வுகள்', down: 'குறைப்புகள்', '': 'மாற்றங்கள்' } as const

/** The counts do not break. */
const counted = ({ up, down }: { readonly up: number; readonly down: number }): string =>
  `உயர்வு\u00A0${up}, குறைப்பு\u00A0${down}`

/** The view of changes in Tamil. Nobody has reviewed this translation. */
export const changes: Messages['changes'] = {
  title: 'மாற்றங்கள்',
  kicker: 'உயர்வுகளும் குறைப்புகளும், புதியவை முதலில்',
  heading: 'வீதங்கள் எவ்வாறு மாறின',
  lastMove: (counts, day) => `கடைசி மாற்றம், ${day}: ${counted(counts)}`,
  lastSeen: (counts, day) => `${day} அன்று காணப்பட்ட மாற்றங்கள்: ${counted(counts)}`,
  lastMovesOf: (direction, day) => `கடைசி ${movesOf[direction]}: ${day}`,
  lastMovesSeen: (direction, day) => `கடைசி ${movesOf[direction]} காணப்பட்ட நாள்: ${day}`,
  longGaps: (count, all, days) => {
    const gap = `${to(days)} மேல் வாசிப்பு இல்லாத இடைவெளிக்குப் பின்`
    if (all === 1) return `${gap} இது காணப்பட்டது.`
    return count === all
      ? `இவை அனைத்தும் ${gap} காணப்பட்டன: மாறிய நாள் தெரியவில்லை.`
      : `இவற்றில் ${gap} காணப்பட்டவை: ${count}. அவை மாறிய நாள் தெரியவில்லை.`
  },
  someLongGaps: (days) =>
    `இவற்றில் சில, ${to(days)} மேல் வாசிப்பு இல்லாத இடைவெளிக்குப் பின் காணப்பட்டன: மாறிய நாள் தெரியவில்லை.`,
  thisMonth: 'இந்த மாதம்',
  lastMonth: 'கடந்த மாதம்',
  months: 'மாதங்கள்',
  tableOf: (day) => `${day}: உயர்வுகளும் குறைப்புகளும்`,
  tableSeen: (day) => `${day} அன்று காணப்பட்ட உயர்வுகளும் குறைப்புகளும்`,
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
  stood: (rate, duration, lastSeen) =>
    `${rate} நீடித்த காலம்: ${duration}; கடைசியாகக் காணப்பட்டது ${lastSeen}`,
  stoodUntilWithdrawn: (rate, lastSeen, withdrawn) =>
    `${rate} கடைசியாகக் காணப்பட்டது ${lastSeen}; ${withdrawn} அன்று நீக்கப்பட்டு, மீண்டும் வழங்கப்பட்டது`,
  stoodBeforeGap: (rate, duration, lastSeen) =>
    duration === ''
      ? `${rate} கடைசியாகக் காணப்பட்டது ${lastSeen}`
      : `${rate} நீடித்த காலம்: ${duration} அல்லது அதற்கு மேல்; கடைசியாகக் காணப்பட்டது ${lastSeen}`,
  gap: (duration) => `${during(duration)} படிக்கப்படவில்லை`,
  showOlder: 'பழைய மாற்றங்களைக் காட்டு',
  noOlder: 'பழைய மாற்றங்கள் இல்லை.',
  noOlderFiltered: 'இந்த வடிகட்டிகளுடன் பழைய மாற்றங்கள் இல்லை.',
  noneTitle: 'இதுவரை எந்த வீதமும் மாறவில்லை.',
  noneText: 'ஒரு நிறுவனம் இரண்டாவது வட்டி வீதத் தாளை வெளியிட்டதும் உயர்வுகளும் குறைப்புகளும் இங்கே தோன்றும்.',
  noneFilteredTitle: 'இந்த வடிகட்டிகளுடன் மாற்றங்கள் இல்லை.',
  noneFilteredText: 'வேறு வடிகட்டிகளை, அல்லது முந்தைய தொடக்க நாளைத் தேர்ந்தெடுங்கள்.',
  feed: (link) => <>இந்த மாற்றங்களை {link('வாசகர்களுக்கான ஊட்டத்தில் (feed)')} பின்தொடருங்கள்</>,
  all: (filters) => ['உயர்வுகளும் குறைப்புகளும்', ...filters].join(', '),
  from: (day) => `${day} முதல்`,
  until: (day) => `${day} வரை`,
}
