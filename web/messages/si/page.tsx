import type { Messages } from '../messages.ts'

/** The frame of the page in Sinhala. Nobody has reviewed this translation. */
export const page: Messages['page'] = {
  tagline: 'ස්ථාවර තැන්පතු සඳහා විවෘත පොලී අනුපාත පොත',
  skip: 'සංඛ්‍යා වෙත යන්න',
  sections: 'කොටස්',
  language: 'භාෂාව',
  unreviewed: 'මෙම සිංහල පරිවර්තනය තවම කිසිවෙකු විසින් සමාලෝචනය කර නැත. සැක සහිත නම් ඉංග්‍රීසි පිටුව බලන්න.',
  sectionNames: {
    market: 'වෙළඳපොළ',
    deposit: 'මට ලැබෙන්නේ කීයද',
    matrix: 'සියලු අනුපාත',
    comparison: 'සසඳන්න',
    institutions: 'ආයතන',
    changes: 'වෙනස්වීම්',
    corrections: 'නිවැරදි කිරීම්',
    sources: 'මූලාශ්‍ර',
  },
  sampleTitle: 'නියැදි දත්ත, වත්මන් අනුපාත නොවේ.',
  sampleAsOf: (day) => `නියැදි දත්ත, එහි අවසන් දිනය වන ${day} වන විට.`,
  days: (place) => `දින UTC දින වේ; වේලාවන් ${place} වේලාවෙනි.`,
  advice:
    'අනුපාත යනු තොරතුරු මිස උපදෙස් නොවේ: ඒවා දැනුම් දීමකින් තොරව වෙනස් විය හැක. තීරණය කිරීමට පෙර ආයතනයෙන් විමසන්න.',
  origin: (api) => (
    <>
      සෑම සංඛ්‍යාවක්ම මෙම සේවාදායකයේ {api('විවෘත API')} වෙතින් පැමිණේ; එහි දශම සංඛ්‍යා නිරවද්‍යයි. සෑම අනුපාතයක්ම එය කියවූ
      තැන කියන රිසිට්පත වෙත යොමු වේ.
    </>
  ),
  printedFrom: (address, day, time) =>
    `${address} වෙතින් ${day} දින මුද්‍රණය කර ඇත. සංඛ්‍යා ${time} වන විට පැවති ඒවාය.`,
  asOf: (time) => `${time} වන විට`,
  pinnedTo: (time) => `${time} වන විට දැන සිටි දේ`,
  keepMoment: 'මෙම මොහොතට සබැඳිය',
  showPresent: 'වර්තමානය පෙන්වන්න',
  showSampleToday: 'අද වන විට පෙන්වන්න',
  showSampleEnd: 'නියැදියේ අවසන් දිනය පෙන්වන්න',
  loading: 'පූරණය වෙමින් …',
  tryAgain: 'නැවත උත්සාහ කරන්න',
  reload: 'නැවත පූරණය කරන්න',
  viewFailed: 'මෙම දසුන පෙන්විය නොහැක.',
  copyMayBeOld: 'පිටුව නැවත පූරණය කරන්න: මෙම පිටපත සේවාදායකයට වඩා පැරණි විය හැක.',
  stillPrevious: 'පිටුව තවමත් පෙර පිළිතුර පෙන්වයි.',
  showMore: (count) => `තව ${count}ක් පෙන්වන්න`,
  openHere: 'මෙම දසුන Ratebook හි විවෘත කරන්න',
  notFoundHeading: 'මෙම ලිපිනයේ කිසිවක් නැත',
  notFoundTitle: 'ලිපිනය වැරදියට ටයිප් කර ඇති, නැතහොත් පිටුවේ වෙනත් අනුවාදයකට අයත් විය හැක.',
  notFoundAdvice: (market) => <>{market('වෙළඳපොළෙන් ආරම්භ කරන්න')}, නැතහොත් ඉහත කොටසක් තෝරන්න.</>,
  emptyBook: 'මෙහි තවම කිසිවක් ප්‍රකාශයට පත් කර නැත.',
  comeBackLater: 'පසුව නැවත පැමිණෙන්න.',
  ifYouRunThis: 'ඔබ මෙම සේවාදායකය පවත්වාගෙන යන්නේ නම්',
  howToPublish: (command) => (
    <>
      {command('ratebook register')} මඟින් ආයතන ලියාපදිංචි කර, {command('ratebook publish')} මඟින් ඒවායේ පොලී
      අනුපාත පත්‍රිකා ප්‍රකාශයට පත් කරන්න.
    </>
  ),
  nobodyOffers: (tenure) => `මෙම කොන්දේසි යටතේ ${tenure} සඳහා කිසිවෙකු තැන්පතු පිරිනමන්නේ නැත.`,
  nobodyOffersAny: 'මෙම කොන්දේසි යටතේ කිසිවෙකු තැන්පතු පිරිනමන්නේ නැත.',
  chooseOtherTerms:
    'ඉහතින් වෙනත් කාල සීමාවක්, ගෙවීමක් හෝ තැන්පත්කරුවෙකු තෝරන්න; ලැයිස්තුවේ ඇති කාල සීමා සඳහා තැන්පතු පිරිනැමේ.',
}
