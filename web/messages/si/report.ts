import type { Messages } from '../messages.ts'

/** The report of an error, which goes to the operator, in Sinhala. Nobody has reviewed this translation. */
export const report: Messages['receipt']['report'] = {
  question: 'මෙය වැරදිද?',
  link: 'මෙම සංඛ්‍යාවේ දෝෂයක් දන්වන්න',
  linkOf: (rate, institution, terms) =>
    `මෙම සංඛ්‍යාවේ දෝෂයක් දන්වන්න: ${rate} %, ${institution}, ${terms}`,
  subject: ({ institution_name: name, rate_pa: rate }) => `${name}: ${rate} % නිවැරදිද?`,
  body: (figure) => [
    'මෙම සංඛ්‍යාව වැරදි බව පෙනේ. එය විය යුත්තේ:',
    '',
    '',
    `ආයතනය: ${figure.institution_name} (${figure.institution_id})`,
    `කොන්දේසි: ${figure.terms}`,
    `ප්‍රකාශයට පත් කළ අනුපාතය: වසරකට ${figure.rate_pa} %`,
    `මූලාශ්‍රය: ${figure.source_url}`,
    `රිසිට්පත: ${figure.receipt}`,
    `දුටුවේ: ${figure.seen_at}, පොතේ ස්ථානය ${figure.position}`,
  ],
}
