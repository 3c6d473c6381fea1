import type { Messages } from '../messages.ts'

/** The sentences of the charts in Sinhala. Nobody has reviewed this translation. */
export const charts: Messages['charts'] = {
  heading: 'වෙනස් වූ ආකාරය',
  explanation: 'ප්‍රධාන අනුපාතවල මධ්‍යස්ථය, වසරකට %; තීරුව අඩුම අනුපාතයේ සිට වැඩිම අනුපාතය දක්වා වේ.',
  help: 'මෙම ප්‍රස්ථාර කියවන ආකාරය',
  helpText:
    'ඝන ඉර දිනකදී වලංගු වූ සෑම අනුපාතයක්ම, දැන් පැරණි ඒවා ද ඇතුළුව, ගණන් ගනී. සිහින් ඉර ගණන් ගන්නේ පෙන්වන සෑම දිනකම පිරිනැමීමක් තිබූ ආයතන පමණි: අලුතින් එක් වූ ආයතනයක් එය වෙනස් නොකරයි. අවසන් කියවීමෙන් ඉරි අවසන් වේ.',
  unread: 'කඩ ඉරි සහ ලා පැහැය: සමූහයේ පිටුවක් දින 31කට වඩා නොකියවූ කාලය.',
  title: (terms) => `ප්‍රධාන අනුපාත වෙනස් වූ ආකාරය: ${terms}`,
  headlineRates: 'ප්‍රධාන අනුපාත, වසරකට %',
  hint: 'ළඟින් බැලීමට ප්‍රස්ථාරයක් මත අදින්න.',
  showAll: 'සියල්ල පෙන්වන්න',
  noHistory: 'මෙම කොන්දේසි සඳහා පොතේ ඉතිහාසයක් නැත.',
  noHistoryAdvice: 'ඉහතින් වෙනත් කාල සීමාවක්, ගෙවීමක් හෝ තැන්පත්කරුවෙකු තෝරන්න.',
  noDays: 'මෙම දින සඳහා පොතේ ඉතිහාසයක් නැත.',
  noDaysAdvice: (first) =>
    `වෙනත් දින තෝරන්න, නැතහොත් සියල්ල පෙන්වන්න: මෙම කොන්දේසිවල ඉතිහාසය ආරම්භ වන්නේ ${first} දිනයි.`,
  median: 'මධ්‍යස්ථය',
  medianWithOlder: 'මධ්‍යස්ථය, පැරණි අනුපාත ද ඇතුළුව',
  constantMedian: (count) =>
    count === 1 ? 'දිගටම පැවති එක් ආයතනය' : `දිගටම පැවති ආයතන ${count}ක මධ්‍යස්ථය`,
  constantMedianLoading: 'දිගටම පැවති ආයතනවල මධ්‍යස්ථය',
  nobodyThroughout: 'සෑම දිනකම පිරිනැමීම් තිබූ ආයතනයක් නැත.',
  band: 'අඩුමේ සිට වැඩිම දක්වා',
  counts: 'ආයතන',
  noOffers: (day) => `${day}: පිරිනැමීම් නැත`,
  unconfirmed: (day, last) => `${day}: ${last} දිනෙන් පසු කිසිවක් තහවුරු කර නැත`,
  typeUnconfirmed: (type, last) => `${type}: ${last} දිනෙන් පසු කිසිවක් තහවුරු කර නැත.`,
  notConfirmedSince: (last) => `${last} දිනෙන් පසු තහවුරු කර නැත`,
  notReadForLong: 'දින 31කට වඩා කියවා නැත',
  marketOnDay: (day, { median, lowest, highest, institutions, countsOlder, constant }) =>
    `${day}: මධ්‍යස්ථය ${median}, ${lowest} සිට ${highest} දක්වා, ${institutions}${
      countsOlder ? ', පැරණි අනුපාත ද ඇතුළුව' : ''
    }${constant === undefined ? '' : `; දිගටම පැවති ආයතනවල ${constant}`}`,
  rate: 'අනුපාතය',
  notRead: (day) => `${day}: තවම කියවා නැත`,
  readOnDay: (day, rate) => `${day}: ${rate} %, එදින කියවූ`,
  rateOnDay: (day, rate, last) => `${day}: ${rate} %, අවසන් වරට කියවූයේ ${last}`,
  notOfferedSince: (day, withdrawn) => `${day}: නොපිරිනැමේ, ඉවත් කළේ ${withdrawn}`,
  notReadSince: (day, last, rate) => `${day}: ${last} සිට කියවා නැත, එවිට ${rate} %`,
  figuresBehind: 'මෙම ප්‍රස්ථාරවල සංඛ්‍යා',
  overTime: (type) => `${type}, කාලයත් සමඟ`,
  headlineOffers: (type, countsOlder) =>
    `${type}: ප්‍රධාන පිරිනැමීම්, වසරකට %${countsOlder ? ', පැරණි අනුපාත ද ඇතුළුව' : ''}`,
  since: 'මෙදින සිට',
  months: (number) => `මාස ${number}`,
  what: (title) => `ප්‍රස්ථාරය: ${title}.`,
  range: (from, until) => `${from} සිට ${until} දක්වා.`,
  lineSummary: ({ name, lowest, highest, last, end, gaps }) =>
    `${name}: අඩුම ${lowest} %, වැඩිම ${highest} %, අවසාන ${last} %, ${end}${
      gaps === 0 ? '' : `, කියවීමක් නැති දිගු පරතර ${gaps}ක් ඇත`
    }.`,
  points: (count) => `ලක්ෂ්‍ය ${count}ක් ඇත; ඒවා අතර යාමට ඊතල යතුරු භාවිත කරන්න.`,
}
