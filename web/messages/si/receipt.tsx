import type { Messages } from '../messages.ts'
import { report } from './report.ts'

/** How often and when a figure was found unchanged. */
const unchangedText = (count: number, time: string): string =>
  count === 1
    ? `${time} දී නොවෙනස් බව තහවුරු කර ඇත`
    : `${count.toLocaleString('en-GB')} වතාවක් නොවෙනස් බව තහවුරු කර ඇත, අවසන් වරට ${time} දී`

/** The sentences of receipts in Sinhala. Nobody has reviewed this translation. */
export const receipt: Messages['receipt'] = {
  title: 'රිසිට්පත',
  heading: 'සංඛ්‍යාවක් පැමිණෙන තැන',
  kicker: (id) => `රිසිට්පත ${id}`,
  figureOf: (rate, institution) => `${institution} වෙතින් ${rate} %`,
  wrongFigureOf: (rate, institution) => `${institution} වෙතින් ${rate} %: වැරදි වූ සංඛ්‍යාවකි`,
  retractedFigureOf: (rate, institution) =>
    `${institution} වෙතින් ${rate} %: එහි අනුපාත පත්‍රිකාව ඉල්ලා අස්කර ගෙන ඇත`,
  titleOf: (rate, institution) => `${institution} වෙතින් ${rate} %: රිසිට්පත`,
  terms: (terms) => `${terms}.`,
  termsFrom: (terms, minimum) => `${terms}, ${minimum}`,
  noSuchHeading: 'එවැනි රිසිට්පතක් නැත',
  noSuchTitle: 'එවැනි රිසිට්පතක් නැත',
  noSuchFigure: (id) => `ප්‍රකාශයට පත් කළ කිසිදු සංඛ්‍යාවකට ${id} රිසිට්පත නැත.`,
  noSuchAdvice: (market) => (
    <>මෙම පිටුවේ සෑම අනුපාතයක්ම එහි රිසිට්පත වෙත යොමු වේ. {market('වෙළඳපොළෙන් ආරම්භ කරන්න')}.</>
  ),
  standsNoMore: 'මෙම සංඛ්‍යාව තවදුරටත් වලංගු නොවේ.',
  standsNoMoreAdvice: (offers) => (
    <>පිටුව පූරණය කළ පසු එය වෙනස් වී තිබිය හැක. {offers('දැනට පිරිනමන දේ බලන්න')}.</>
  ),

  retractedOn: (day, rate) =>
    `මෙම සංඛ්‍යාවේ අනුපාත පත්‍රිකාව ${day} දින ඉල්ලා අස්කර ගෙන ඇත. ${
      rate === '' ? 'එයට පෙර එවැනි පිරිනැමීමක් නොතිබිණි' : `එයට පෙර අනුපාතය ${rate} විය`
    }.`,
  correctedBy: (name) => `${name} විසිනි.`,
  corrected: (day, rate) =>
    rate === ''
      ? `මෙම සංඛ්‍යාව ${day} දින නිවැරදි කර ඇත: එවැනි පිරිනැමීමක් නොතිබිණි.`
      : `මෙම සංඛ්‍යාව ${day} දින නිවැරදි කර ඇත: නිවැරදි සංඛ්‍යාව ${rate} වේ.`,
  correctedBack: (day, rate) =>
    `මෙම සංඛ්‍යාව වෙනස් කර, ${day} දින නැවත මුල් සංඛ්‍යාවට නිවැරදි කර ඇත: ප්‍රකාශයට පත් කළ ${rate} නිවැරදි විය.`,
  correctedWithdrawal: (day, rate) =>
    `පසුව ආ අනුපාත පත්‍රිකාවක මෙම පිරිනැමීම නොතිබිණි. එය ${day} දින නිවැරදි කර ඇත: ${
      rate === '' ? 'එවැනි පිරිනැමීමක් නොතිබිණි' : `නිවැරදි සංඛ්‍යාව ${rate} වේ`
    }.`,
  allCorrections: 'මෙම ආයතනයේ සියලු නිවැරදි කිරීම්',

  typed: 'මෙම සංඛ්‍යාව පුද්ගලයෙකු අතින් ඇතුළත් කර ඇත.',
  typedDetails: (name, { isCaptured, isUnread }, isSample) =>
    [
      name === '' ? 'එම පුද්ගලයාගේ නම පොතේ නැත.' : `ඇතුළත් කළේ ${name} ය.`,
      isUnread
        ? isCaptured
          ? 'සුරැකි PDF ගොනුව එම පුද්ගලයා දුටු දෙයයි; කිසිදු වැඩසටහනකට එය කියවිය නොහැකි විය.'
          : 'එම වාරයේ සුරැකි පිටුව කියවිය නොහැකි වූ බැවින්, සංඛ්‍යාව සනාථ කරන කිසිවක් මෙහි නැත.'
        : isCaptured
          ? 'සුරැකි පිටුව එම පුද්ගලයා දුටු දෙයයි; කිසිදු වැඩසටහනක් එයින් සංඛ්‍යාව කියවා නැත.'
          : 'පිටුවක් සුරැක නැති බැවින්, එය සනාථ කරන කිසිවක් මෙහි නැත.',
      'ආයතනයේම පිටුව සමඟ එය සසඳා බලන්න.',
      ...(isSample ? ['එය නියැදි දත්තයකි, වත්මන් අනුපාතයක් නොවේ.'] : []),
    ].join(' '),
  collected: ({ isEdited, isReviewed }) => {
    if (isEdited) return 'වැඩසටහනක් ආයතනයේ පිටුවෙන් අනුපාත පත්‍රිකාව කියවා ඇති අතර, පුද්ගලයෙකු එය සංස්කරණය කර ඇත.'
    return isReviewed
      ? 'වැඩසටහනක් ආයතනයේ පිටුවෙන් මෙම සංඛ්‍යාව කියවා ඇති අතර, පුද්ගලයෙකු එය අනුමත කර ඇත.'
      : 'වැඩසටහනක් ආයතනයේ පිටුවෙන් මෙම සංඛ්‍යාව කියවා ඇත.'
  },
  collectedDetails: ({ isEdited, isReviewed, isProved, hasFindings, editor }) =>
    [
      ...(isEdited ? [`සංස්කරණය කළේ ${editor} ය.`] : []),
      isProved
        ? 'පිටුව සුරැක ඇත; සංඛ්‍යාව ප්‍රකාශයට පත් කිරීමට පෙර එය සුරැකි පිටුවේ එම ස්ථානයෙන්ම නැවත සොයා ගෙන ඇත.'
        : 'පිටුව සුරැක ඇත.',
      ...(isReviewed || hasFindings
        ? []
        : ['පරීක්ෂාවලින් විශ්වාස කළ නොහැකි කිසිවක් හමු නොවූ බැවින්, පුද්ගලයෙකුගේ අනුමැතියක් අවශ්‍ය නොවීය.']),
    ].join(' '),

  isCurrent: 'එය වත්මන් අනුපාතයයි.',
  correctedIsCurrent: 'නිවැරදි කළ අනුපාතය වත්මන් අනුපාතයයි.',
  listedAgain: (receipt) => <>පසුව පළ වූ ලැයිස්තුවක එම අනුපාතයම ඇත; එහි රිසිට්පත {receipt}.</>,
  notCurrent: 'එය තවදුරටත් වත්මන් අනුපාතය නොවේ.',
  currentReceipt: 'වත්මන් අනුපාතයේ රිසිට්පත',
  noCurrent: 'මෙම කොන්දේසි සහ මෙම අවම තැන්පතුව ඇති වත්මන් පිරිනැමීමක් නැත.',
  offeredNow: 'ආයතනය දැනට පිරිනමන දේ',

  report,

  page: {
    heading: 'පිටුවේ ඇති දේ',
    headingTyped: 'එය පැමිණෙන තැන',
    printed: 'පිටුවේ මුද්‍රිත සංඛ්‍යාව',
    institution: 'ආයතනය',
    page: 'පිටුව',
    read: 'කියවූ වේලාව',
    captured: 'සුරැකූ වේලාව',
    capturedPage: (name) => `සුරැකූ වේලාව, “${name}”`,
    capturedAs: (time, format) => `${time}, ${format} ලෙස`,
    download: 'සුරැකි පිටුව බාගන්න',
    place: 'පිටුවේ ස්ථානය',
    placeIn: (name) => `“${name}” තුළ`,
    factor: (factor) => `පිටුවේ මුද්‍රණය කර ඇත්තේ ${factor} න් බෙදූ අනුපාතයයි.`,
    effectiveRate: 'ඵලදායී අනුපාතය',
    readAsRate: (rate) => `වසරකට ${rate} % ලෙස කියවා ඇත`,
    minimum: 'අවම තැන්පතුව',
    date: 'පිටුවේ දිනය',
    readAsDay: (day) => `${day} ලෙස කියවා ඇත`,
    source: 'මූලාශ්‍ර අර්ථ දැක්වීම',
  },

  publication: {
    heading: 'එය ප්‍රකාශයට පත් කළ ආකාරය',
    published: 'ප්‍රකාශයට පත් කළේ',
    position: (position) => `පොතේ ස්ථානය ${position}`,
    typedBy: 'ඇතුළත් කළේ',
    editedBy: 'සංස්කරණය කළේ',
    nobodyNamed: 'නමක් සඳහන් නැත',
    decidedBy: { approved: 'අනුමත කළේ', rejected: 'ප්‍රතික්ෂේප කළේ' },
    noteOf: (note) => <>සටහන: {note}</>,
    findings: 'විරෝධය දැක්වූ පරීක්ෂා',
    rule: (rule) => `රීතිය ${rule}`,
    reason: 'දුන් හේතුව',
    note: 'සටහන',
  },

  later: {
    heading: 'එතැන් සිට',
    readAgain: 'නැවත කියවීම',
    notVerified: 'මෙම අගය නම් කරන තහවුරු කිරීමක් නැත',
    unchangedByProgram: (count, time) => `වැඩසටහන විසින් ${unchangedText(count, time)}`,
    unchangedByPerson: (count, time, name) =>
      `${name === '' ? 'පුද්ගලයෙකු' : name} විසින් ${unchangedText(count, time)}`,
    digestThen: (digest) => <>එවිට පිටුවේ SHA-256 {digest}</>,
    corrected: 'නිවැරදි කළේ',
    retracted: 'ඉල්ලා අස්කර ගත්තේ',
    before: (was, before) => `${was}; එයට පෙර ${before}`,
    correctedAt: (time) => `${time}.`,
  },

  check: {
    heading: 'ඔබම පරීක්ෂා කරන්න',
    compare: (page) => <>{page('ආයතනයේ පිටුව')} සමඟ එය සසඳා බලන්න; එතැන් සිට එම පිටුව වෙනස් වී තිබිය හැක.</>,
    audit: (command) => (
      <>
        පොත සහ එහි සුරැකි පිටු ඇති විට, {command('ratebook audit --captures captures')} සෑම සංඛ්‍යාවක්ම එහි
        ස්ථානයෙන් නැවත සොයා ගනී.
      </>
    ),
    digest: (position, digest) => (
      <>
        පොත සාරාංශ කේත (digest) දාමයකි; {position} ස්ථානයේ සාරාංශ කේතය {digest} වේ.
      </>
    ),
    forPrograms: (address) => <>වැඩසටහන් සඳහා එම රිසිට්පතම: {address}</>,
  },
}
