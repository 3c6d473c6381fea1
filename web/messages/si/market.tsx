import type { Messages } from '../messages.ts'

/** The market, and the marks of rates in all lists, in Sinhala. Nobody has reviewed this translation. */
export const market: Messages['market'] = {
  title: 'වෙළඳපොළ',
  heading: (tenure) => `${tenure}ක තැන්පතු වෙළඳපොළ`,
  best: (tenure, rate) => `${tenure}ක හොඳම ප්‍රධාන අනුපාතය ${rate} % වේ`,
  nothingConfirmed: (tenure) => `${tenure}ක තැන්පතු සඳහා තහවුරු කළ අනුපාතයක් නැත`,
  lastConfirmation: (day) => `මෙම අනුපාත අවසන් වරට තහවුරු කළේ ${day} දිනයි.`,
  bestOfOlder: (institutions, rate, name, duration) =>
    `${institutions}ක පැරණි අනුපාත ඇත; ඉන් ඉහළම ${name} හි ${rate}\u00A0% අනුපාතයයි; එය අවසන් වරට තහවුරු කළේ ${duration}කට පෙරය.`,
  paidBy: (name, institutions) => `${institutions}ක් අතුරින් එය ගෙවන්නේ ${name} පමණි.`,
  onlyOne: (name) => `එය ගෙවන්නේ ${name} ය; වෙනත් ආයතනයක් ගණන් ගෙන නැත.`,
  paidBySeveral: (count, name, institutions) =>
    `${institutions}ක් අතුරින් ${count}ක් එය ගෙවයි; ${name} ඉන් එකකි.`,
  medianOfBanks: (rate) => `බැංකු අතර මධ්‍යස්ථ අනුපාතය ${rate}\u00A0% වේ.`,
  medianOfCompanies: (rate) => `මුදල් සමාගම් අතර මධ්‍යස්ථ අනුපාතය ${rate}\u00A0% වේ.`,
  farAbove: 'එය මධ්‍යස්ථය මෙන් දෙගුණයකටත් වැඩියි; විශ්වාස කිරීමට පෙර එහි රිසිට්පත බලන්න.',
  oldHeadline: (duration) => `මෙම අනුපාතය අවසන් වරට තහවුරු කළේ ${duration}කට පෙරය.`,
  onlyVariant: (savers, depositTitle, link) => (
    <>
      මෙහි ඇත්තේ {savers} සඳහා වන අනුපාත පමණි. “{link(depositTitle)}” සියලු දෙනා සඳහා වන අනුපාත ද සලකයි.
    </>
  ),
  explanation:
    'ප්‍රධාන අනුපාතය යනු ආයතනයක් එහි අඩුම අවම තැන්පතුව සඳහා ගෙවන අනුපාතයයි; ඊට වඩා විශාල තැන්පතුවකට වැඩි අනුපාතයක් ලැබිය හැක.',
  insured: (amount) =>
    `මෙම පිටුව පවත්වාගෙන යන්නා දක්වන රක්ෂිත මුදල ${amount} වේ. තැන්පතු රක්ෂණය කර ඇත්දැයි ආයතනයෙන් විමසන්න.`,
  insuredToday: 'එම රක්ෂිත මුදල අද දිනට අදාළයි.',

  figures: 'වෙළඳපොළේ සංඛ්‍යා',
  figuresTitle: (terms) => `වෙළඳපොළේ සංඛ්‍යා: ${terms}`,
  figuresCaption: 'වෙළඳපොළේ ප්‍රධාන පිරිනැමීම්, වසරකට ප්‍රතිශතයක් ලෙස',
  percentAYear: 'වසරකට %',
  dots: 'සෑම ආයතනයක්ම තිතක් ලෙස',
  offers: 'පිරිනැමීම්',
  lowest: 'අඩුම',
  median: 'මධ්‍යස්ථය',
  average: 'සාමාන්‍යය',
  highest: 'වැඩිම',

  ranking: 'ගෙවන්නේ කවුද, කීයක්ද',
  rankingTitle: (terms) => `ප්‍රධාන අනුපාත: ${terms}`,
  rankingCaption: 'ප්‍රධාන පිරිනැමීම්, වැඩිම අනුපාතය මුලින්',
  rank: 'ස්ථානය',
  institution: 'ආයතනය',
  older: (count) => `පැරණි අනුපාත: ${count}`,
  lastConfirmed: (duration) => `අවසන් වරට තහවුරු කළේ ${duration}කට පෙර`,

  corrected: 'නිවැරදි කළ',
  correctedFigure: (figure) => `නිවැරදි කළ: ${figure}`,
  receiptOf: (figure) => `${figure}: රිසිට්පත`,
  typed: 'අතින් ඇතුළත් කළ',
  typedTitle: 'මෙම සංඛ්‍යාව පුද්ගලයෙකු අතින් ඇතුළත් කළ එකකි; එය සනාථ කරන සුරැකි පිටුවක් නැත.',
  page: 'පිටුව',
  pageTitle: 'මෙම සංඛ්‍යාව සුරැකි පිටුවකින් කියවා ඇත; එම පිටුව රිසිට්පතෙහි දැක්වේ.',
}
