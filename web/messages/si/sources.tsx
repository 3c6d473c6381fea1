import type { Messages } from '../messages.ts'

const number = (count: number): string => count.toLocaleString('en-GB')

/** The view of when the rates were confirmed, in Sinhala. Nobody has reviewed this translation. */
export const sources: Messages['sources'] = {
  title: 'මූලාශ්‍ර',
  kicker: 'සෑම අනුපාතයක්ම අවසන් වරට තහවුරු කළේ කවදාද',
  details:
    'ආයතනයක වලංගු අනුපාත එහි නියමිත කාලයට වඩා වැඩි කලක් එහිම වෙබ් අඩවිය සමඟ සසඳා තහවුරු කර නැත්නම්, එය පැරණි යැයි සැලකේ. පැරණි අනුපාත තවදුරටත් වලංගු නොවිය හැක.',
  heading: 'අනුපාත ලැබෙන්නේ කොතැනින්ද',
  nothingPublished: (types, waiting) => {
    const sentence =
      types === '' ? 'වලංගු අනුපාත පත්‍රිකාවක් දැනට නැත' : `${types}: වලංගු අනුපාත පත්‍රිකාවක් දැනට නැත`
    return waiting === 0
      ? sentence
      : `${sentence}; ආයතන ${waiting}ක නව අනුපාත පුද්ගලයෙකුගේ තීරණයක් තෙක් රඳවා ඇත`
  },
  staleCount: (stale, all, waiting) => {
    const states =
      all === 1
        ? `එකම ආයතනයේ අනුපාත ${stale === 0 ? 'තහවුරු කර ඇත' : 'පැරණියි'}`
        : stale === 0
          ? `ආයතන ${number(all)}හිම අනුපාත තහවුරු කර ඇත`
          : stale === all
            ? `ආයතන ${number(all)}හිම අනුපාත පැරණියි`
            : `ආයතන ${number(all)}න් ${number(stale)}ක අනුපාත පැරණියි`
    return waiting === 0 ? states : `${states}; ආයතන ${waiting}ක නව අනුපාත පුද්ගලයෙකුගේ තීරණයක් තෙක් රඳවා ඇත`
  },
  noneOfType: 'මෙම වර්ගයේ ආයතනයක් නිරීක්ෂණය නොකෙරේ.',
  noneOfTypeText: 'ඉහතින් වෙනත් වර්ගයක් තෝරන්න.',
  region: 'සෑම ආයතනයකම අනුපාත තහවුරු කළේ කවදාද',
  caption: 'ප්‍රකාශයට පත් කළ සෑම ආයතනයකම අනුපාත තහවුරු කළේ කවදාද, පැරණි ඒවා මුලින්',
  table: 'එක් එක් ආයතනයේ අනුපාත තහවුරු කළේ කවදාද',
  tableOfType: (type) => `එක් එක් ආයතනයේ අනුපාත තහවුරු කළේ කවදාද, ${type}`,
  head: {
    institution: 'ආයතනය',
    state: 'තත්ත්වය',
    lastReading: 'අවසන් කියවීම',
    published: 'ප්‍රකාශයට පත් කළේ',
    checked: 'පරීක්ෂා කළේ',
    confirmed: 'තහවුරු කළේ',
    limit: 'පැරණි වන්නේ, දින',
  },
  byHand: 'අතින් ඇතුළත් කළ',
  outcomes: {
    verified: 'නැවත කියවා ඇත, වෙනසක් නැත',
    changed: 'නව අනුපාත ප්‍රකාශයට පත් කළා',
    failed: 'කියවීමට නොහැකි විය',
    waiting: 'නව අනුපාත පුද්ගලයෙකුගේ තීරණයක් තෙක් රඳවා ඇත',
    approved: 'නව අනුපාත අනුමත කළා',
    edited: 'නව අනුපාත සංස්කරණය කර අනුමත කළා',
    rejected: 'නව අනුපාත ප්‍රතික්ෂේප කළා',
    overtaken: 'තීරණයකට පෙර වෙනත් අනුපාත ප්‍රකාශයට පත් කළා',
    retracted: 'නව අනුපාත අනුමත කර, පසුව ඉවත් කර ගත්තා',
  },
  earlierWaiting: 'පෙර අනුපාත පුද්ගලයෙකුගේ තීරණයක් තෙක් රඳවා ඇත',
  next: (day) => `ඊළඟට ${day}`,
  unpublished: 'දැනට අනුපාත පත්‍රිකාවක් නැත',
  unpublishedCount: (count) => `නිරීක්ෂණය කරන ආයතන ${number(count)}ක වලංගු අනුපාත පත්‍රිකාවක් දැනට නැත.`,
  unpublishedTable: 'අනුපාත පත්‍රිකාවක් නැති ආයතන',
  unpublishedCaption: 'අනුපාත පත්‍රිකාවක් නැති ආයතනවල අවසන් කියවීම',
}
