import type { Messages } from '../messages.ts'

/** The view of one institution, in Sinhala. Nobody has reviewed this translation. */
export const institution: Messages['institution'] = {
  title: 'ආයතනය',
  loadingHeading: 'ආයතනයක්',
  notInBook: 'පොතේ නැත',
  notInBookHeading: 'මෙම ආයතනය පොතේ නැත',
  unknown: (id) => `${id} නමින් ආයතනයක් නැත.`,
  unknownAdvice: (all) => <>එය වෙනත් නමකින් ඇතුළත් කර තිබිය හැක. {all('සියලු ආයතන බලන්න')}.</>,
  kicker: (type, isActive) => (isActive ? type : `${type}, තවදුරටත් නිරීක්ෂණය නොකෙරේ`),
  noOffers: 'මෙම ආයතනයේ වලංගු පිරිනැමීමක් නැත.',
  noSheet: 'එහි වලංගු අනුපාත පත්‍රිකාවක් දැනට නැත; එය පිරිනමන දේ එහි වෙබ් අඩවියේ ඇත.',
  offersBelow: 'එය මීට පෙර පිරිනැමූ දේ පහත දැක්වේ.',
  facts: {
    rates: 'අනුපාත',
    none: 'දැනට නැත',
    differentAges: (stale, all, days) =>
      `අනුපාත ${all}න් පැරණි ${stale}; පැරණිතම එක තහවුරු කළේ ${days}කට පෙරය`,
    published: (day, staleAfter) =>
      `අවසන් වරට ප්‍රකාශයට පත් කළේ ${day} දින; ${staleAfter}ක් තහවුරු නොකළහොත් පැරණි යැයි සැලකේ`,
    licence: 'බලපත්‍රය',
    rating: 'ණය ශ්‍රේණිගත කිරීම',
    noRating: 'ඇතුළත් කර නැත',
    ratingSource: (agency, day) => [agency, day].filter((text) => text !== '').join(', '),
    insurance: 'තැන්පතු රක්ෂණය',
    site: 'වෙබ් අඩවිය',
  },
  offers: {
    heading: 'පිරිනමන දේ',
    title: (name) => `${name}: පිරිනැමීම්`,
    region: (variant) => `${variant} සඳහා පිරිනැමීම්`,
    caption: (variant) => `${variant} සඳහා, වසරකට %`,
    unlessNoted: (minimum) => `, වෙනත් ලෙසක් සඳහන් නොවේ නම් ${minimum}`,
    readOn: (day, source) => (
      <>
        {day} දින {source} වෙතින් කියවූ
      </>
    ),
    allTyped: 'මෙම සංඛ්‍යා පුද්ගලයෙකු අතින් ඇතුළත් කළ ඒවාය; ඒවා සනාථ කරන සුරැකි පිටු නැත.',
  },
  history: {
    heading: 'එක් එක් අනුපාතය වෙනස් වූ ආකාරය',
    explanation: 'සෑම ලකුණක්ම ආයතනයේ පිටුව කියවීමකි; කඩ ඉරි යනු කියවීමක් නැති දින 31කට වැඩි කාලයකි.',
    terms: (name, payout, variant) => `${name}, පොලිය ${payout}, ${variant} සඳහා`,
    title: (terms) => `එක් එක් අනුපාතය වෙනස් වූ ආකාරය: ${terms}`,
    controls: 'අනුපාත',
    never: 'මෙම කොන්දේසි යටතේ එය කිසි දිනෙක අනුපාතයක් මුද්‍රණය කර නැත.',
    neverAdvice: 'පොලිය ගෙවන්නේ කවදාද, කා සඳහාද යන්න ඉහතින් තෝරන්න.',
    tier: (minimum, rate) => `${minimum}: ${rate}`,
    rateNow: (rate) => `${rate} %`,
    notOffered: 'තවදුරටත් නොපිරිනැමේ',
    table: 'ප්‍රකාශයට පත් කළ සියලු අනුපාත',
    caption: 'ප්‍රකාශයට පත් කළ සියලු අනුපාත, අලුත්ම ඒවා මුලින්, වසරකට %',
    tierHead: 'කාල සීමාව සහ තැන්පතුව',
    before: 'පෙර',
    rate: 'අනුපාතය',
    first: 'පළමු',
    stood: (duration, lastSeen) => `${duration}ක් පැවතියා, අවසන් වරට දුටුවේ ${lastSeen}`,
    lastSeen: (lastSeen) => `අවසන් වරට දුටුවේ ${lastSeen}`,
    withdrawn: (day) => `${day} දින ඉවත් කර, නැවත පිරිනමන ලදී`,
    longGap: (duration) => `${duration}ක් කියවා නැත`,
    corrected: (rate, day) => `${day} දින ${rate} %`,
  },
}
