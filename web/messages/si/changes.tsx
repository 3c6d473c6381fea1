import type { Messages } from '../messages.ts'

const movesOf = { up: 'ඉහළ දැමීම්', down: 'පහළ දැමීම්', '': 'වෙනස්වීම්' } as const

/** The counts do not break. */
const counted = ({ up, down }: { readonly up: number; readonly down: number }): string =>
  `ඉහළට\u00A0${up}, පහළට\u00A0${down}`

/** The view of changes, in Sinhala. Nobody has reviewed this translation. */
export const changes: Messages['changes'] = {
  title: 'වෙනස්වීම්',
  kicker: 'ඉහළ දැමීම් සහ පහළ දැමීම්, අලුත්ම ඒවා මුලින්',
  heading: 'අනුපාත වෙනස් වූ ආකාරය',
  lastMove: (counts, day) => `අවසන් වෙනස්වීම්: ${day} දින ${counted(counts)}`,
  lastSeen: (counts, day) => {
    const all = counts.up + counts.down
    return all === 1
      ? `${day} දින වෙනස්වීමක් දක්නට ලැබිණි: ${counted(counts)}`
      : `${day} දින වෙනස්වීම් ${all}ක් දක්නට ලැබිණි: ${counted(counts)}`
  },
  lastMovesOf: (direction, day) => `${day} දින සිදු වූ අවසන් ${movesOf[direction]}`,
  lastMovesSeen: (direction, day) => `${day} දින දක්නට ලැබුණු අවසන් ${movesOf[direction]}`,
  longGaps: (count, all, days) => {
    if (all === 1) return `එය දක්නට ලැබුණේ ${days}කට වැඩි කාලයක් කියවීමක් නොමැතිව ගිය පසුය.`
    return `${count === all ? 'ඒ සියල්ල' : `ඉන් ${count}ක්`} දක්නට ලැබුණේ ${days}කට වැඩි කාලයක් කියවීමක් නොමැතිව ගිය පසුය: වෙනස් වූ දිනය නොදනී.`
  },
  someLongGaps: (days) =>
    `ඉන් සමහරක් දක්නට ලැබුණේ ${days}කට වැඩි කාලයක් කියවීමක් නොමැතිව ගිය පසුය: වෙනස් වූ දිනය නොදනී.`,
  thisMonth: 'මෙම මාසය',
  lastMonth: 'පසුගිය මාසය',
  months: 'මාස',
  tableOf: (day) => `${day} දින ඉහළ දැමීම් සහ පහළ දැමීම්`,
  tableSeen: (day) => `${day} දින දක්නට ලැබුණු ඉහළ දැමීම් සහ පහළ දැමීම්`,
  head: {
    terms: 'ආයතනය සහ කොන්දේසි',
    before: 'පෙර',
    since: 'පසුව',
    basisPoints: 'පදනම් අංක',
  },
  up: 'ඉහළට',
  down: 'පහළට',
  basisPoints: 'bp',
  lessThanADay: 'දිනකට අඩුය',
  stood: (rate, duration, lastSeen) => `${rate} පැවති කාලය: ${duration}; අවසන් වරට දුටුවේ ${lastSeen}`,
  stoodUntilWithdrawn: (rate, lastSeen, withdrawn) =>
    `${rate} අවසන් වරට දුටුවේ ${lastSeen}; ${withdrawn} දින ඉවත් කර, නැවත පිරිනමන ලදී`,
  stoodBeforeGap: (rate, duration, lastSeen) =>
    duration === ''
      ? `${rate} අවසන් වරට දුටුවේ ${lastSeen}`
      : `${rate} පැවති කාලය: ${duration} හෝ ඊට වැඩිය; අවසන් වරට දුටුවේ ${lastSeen}`,
  gap: (duration) => `${duration}ක් කියවා නැත`,
  showOlder: 'පැරණි වෙනස්වීම් පෙන්වන්න',
  noOlder: 'මීට වඩා පැරණි වෙනස්වීම් නැත.',
  noOlderFiltered: 'මෙම පෙරහන් සමඟ මීට වඩා පැරණි වෙනස්වීම් නැත.',
  noneTitle: 'තවම කිසිදු අනුපාතයක් වෙනස් වී නැත.',
  noneText: 'ආයතනයක් දෙවන අනුපාත පත්‍රිකාවක් ප්‍රකාශයට පත් කළ පසු ඉහළ දැමීම් සහ පහළ දැමීම් මෙහි දිස් වේ.',
  noneFilteredTitle: 'මෙම පෙරහන් සමඟ වෙනස්වීම් නැත.',
  noneFilteredText: 'වෙනත් පෙරහන් හෝ ආරම්භ කිරීමට පෙර දිනයක් තෝරන්න.',
  feed: (link) => <>මෙම වෙනස්වීම් {link('පාඨක යෙදුම් සඳහා සංග්‍රහයකින්')} ලබා ගන්න</>,
  all: (filters) => ['ඉහළ දැමීම් සහ පහළ දැමීම්', ...filters].join(', '),
  from: (day) => `${day} සිට`,
  until: (day) => `${day} දක්වා`,
}
