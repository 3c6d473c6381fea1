import { quote } from '../../rates/format.ts'
import type { Messages } from '../messages.ts'

/** Errors in Sinhala. Nobody has reviewed this translation. */
export const errors: Messages['errors'] = {
  unreachable: {
    title: 'Ratebook වෙත සම්බන්ධ විය නොහැක.',
    advice: 'ඔබේ සම්බන්ධතාව පරීක්ෂා කර නැවත උත්සාහ කරන්න.',
  },
  'timed-out': {
    title: 'Ratebook නියමිත වේලාවට පිළිතුරු දුන්නේ නැත.',
    advice: 'මොහොතකින් නැවත උත්සාහ කරන්න.',
  },
  unreadable: {
    title: 'මෙම පිටුවට පිළිතුර කියවිය නොහැක.',
    advice: 'පිටුව නැවත පූරණය කරන්න: මෙම පිටපත සේවාදායකයට වඩා පැරණි විය හැක.',
  },
  busy: (seconds) => ({
    title: 'Ratebook කාර්යබහුලයි.',
    advice: seconds === undefined ? 'මොහොතකින් නැවත උත්සාහ කරන්න.' : `තත්පර ${seconds}කින් නැවත උත්සාහ කරන්න.`,
  }),
  internal: {
    title: 'Ratebook හි අභ්‍යන්තර දෝෂයක් ඇත.',
    advice: 'මොහොතකින් නැවත උත්සාහ කරන්න.',
  },
  otherFilters: 'වෙනත් පෙරහන් හෝ ඉහත කොටසක් තෝරන්න.',
  repeated: (name) => `ලිපිනයේ ${name} එක් වරකට වඩා ඇත; පළමුවැන්න භාවිත වේ.`,
  invalid: (name, text, error) => `ලිපිනයේ ${name} ${quote(text)} ඇත; එය ${error}.`,
  notOneOf: (allowed) => `නොපවතී; ${allowed.join(', ')} අතුරින් තෝරන්න`,
  notTenure: 'කාල සීමාවක් නොවේ; 12 වැනි, බිංදුවට වැඩි මාස ගණනක් ලියන්න',
  notDay: 'වලංගු දිනයක් නොවේ; 2026-06-01 වැනි දිනයක් ලියන්න',
  reversedDays: (from, until) => `අවසන් දිනය (${until}) පළමු දිනයට (${from}) පෙරය; ඉන් එකක් වෙනස් කරන්න.`,
  notColumn: 'තීරුවක් නොවේ; name හෝ 12 වැනි මාස ගණනක් ලියන්න',
  notInstant: 'පසු වූ වේලාවක් නොවේ; 2026-06-01T00:00:00Z වැනි වේලාවක් ලියන්න',
  notNumber: 'බිංදුවට වැඩි සංඛ්‍යාවක් නොවේ; 500,000 වැනි සංඛ්‍යාවක් ලියන්න',
  tooFine: 'ශතයකට වඩා කුඩා කොටසක් සහිතයි; දශම ස්ථාන දෙකක් දක්වා ලියන්න',
  tooLong: 'දිග වැඩියි; දශම තිතට පෙර ඉලක්කම් 15ක් දක්වා ලියන්න',
  otherCurrency: 'වෙනත් මුදල් ඒකකයකින් ඇත; මුදල් ඒකකයක් නොමැතිව මුදල ලියන්න',
  unknownFilter: (name, known) =>
    known.length === 0
      ? `මෙම දසුනේ ${quote(name)} පෙරහන නැත; එහි පෙරහන් නැත.`
      : `මෙම දසුනේ ${quote(name)} පෙරහන නැත; එහි පෙරහන්: ${known.join(', ')}.`,
  unknownInstitution: (id) => `ලිපිනයේ ${quote(id)} ආයතනය ඇත; එය පොතේ නැත. වෙනත් ආයතනයක් තෝරන්න.`,
}
