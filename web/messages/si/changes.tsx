import type { Messages } from '../messages.ts'

const movesOf = { up: 'ඉහළ දැමීම්', down: 'පහළ දැමීම්', '': 'වෙනස්වීම්' } as const

/** The view of changes, in Sinhala. Nobody has reviewed this translation. */
export const changes: Messages['changes'] = {
  title: 'වෙනස්වීම්',
  heading: 'අනුපාත වෙනස් වූ ආකාරය',
  counts: ({ up, down }, direction, isLatest) => {
    const all = `${isLatest ? 'නවතම ' : ''}${movesOf[direction]} ${up + down}`
    return direction === '' ? `${all}: ඉහළට\u00A0${up}, පහළට\u00A0${down}` : all
  },
  dayOfChange: 'දින යනු මෙම පොතට ඇතුළත් වූ දිනයි.',
  longGaps: (count, all, days) => {
    if (all === 1) return `එය දක්නට ලැබුණේ ${days}කට වැඩි කාලයක් කියවීමක් නොමැතිව ගිය පසුය.`
    return `${count === all ? 'ඒ සියල්ල' : `ඉන් ${count}ක්`} දක්නට ලැබුණේ ${days}කට වැඩි කාලයක් කියවීමක් නොමැතිව ගිය පසුය.`
  },
  order: 'පිළිවෙළ',
  orders: { day: 'දිනය අනුව', institution: 'ආයතනය අනුව', size: 'ප්‍රමාණය අනුව' },
  thisMonth: 'මෙම මාසය',
  lastMonth: 'පසුගිය මාසය',
  months: 'මාස',
  tableOf: (day) => `${day} දින ඉහළ දැමීම් සහ පහළ දැමීම්`,
  tableBySize: 'ඉහළ දැමීම් සහ පහළ දැමීම්, විශාලතම ඒවා මුලින්',
  netTableOf: (name) => `${name}: එක් එක් අනුපාතයේ ශුද්ධ වෙනස`,
  netRange: (moves) => `ශුද්ධ වෙනස bp ${moves.join(' සිට ')}`,
  net: (count) => `වෙනස්වීම් ${count}`,
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
  stood: (duration, lastSeen) => `පැවති කාලය: ${duration}; අවසන් වරට දුටුවේ ${lastSeen}`,
  withdrawnBefore: (lastSeen, withdrawn) =>
    `අවසන් වරට දුටුවේ ${lastSeen}; ${withdrawn} දින ඉවත් කර, නැවත පිරිනමන ලදී`,
  unreadBefore: (lastSeen, duration) => `අවසන් වරට දුටුවේ ${lastSeen}; ${duration}ක් කියවා නැත`,
  minimumBefore: (minimum) => `පෙර: ${minimum}`,
  readOn: (day) => `කියවූයේ ${day}`,
  pageDated: (day) => `පිටුවේ දිනය ${day}`,
  showOlder: 'පැරණි වෙනස්වීම් පෙන්වන්න',
  noOlder: 'මීට වඩා පැරණි වෙනස්වීම් නැත.',
  noOlderFiltered: 'මෙම පෙරහන් සමඟ මීට වඩා පැරණි වෙනස්වීම් නැත.',
  noneTitle: 'තවම කිසිදු අනුපාතයක් වෙනස් වී නැත.',
  noneText: 'ආයතනයක් දෙවන අනුපාත පත්‍රිකාවක් ප්‍රකාශයට පත් කළ පසු ඉහළ දැමීම් සහ පහළ දැමීම් මෙහි දිස් වේ.',
  noneFilteredTitle: 'මෙම පෙරහන් සමඟ වෙනස්වීම් නැත.',
  noneFilteredText: 'වෙනත් පෙරහන් හෝ ආරම්භ කිරීමට පෙර දිනයක් තෝරන්න.',
  feed: (link) => <>මෙම වෙනස්වීම් {link('පාඨක යෙදුම් සඳහා සංග්‍රහයකින්')} ලබා ගන්න</>,
  all: (direction, filters) =>
    [{ up: 'ඉහළ දැමීම්', down: 'පහළ දැමීම්', '': 'ඉහළ දැමීම් සහ පහළ දැමීම්' }[direction], ...filters].join(
      ', ',
    ),
  from: (day) => `${day} සිට`,
  until: (day) => `${day} දක්වා`,
}
