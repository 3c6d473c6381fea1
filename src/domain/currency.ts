/** The decimals of the coins of a currency, by CLDR: 2 for most, none for VND, 3 for KWD; 2 without a currency. */
export function coinDigits(currency: string): number {
  if (currency === '') return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * Abbreviations of currencies that CLDR lacks. Each is a word of amounts in its own currency only: elsewhere it is a word of
 * another meaning.
 */
export const currencyAbbreviations: Readonly<Record<string, readonly string[]>> = {
  AED: ['Dh', 'Dhs'],
  BDT: ['Tk'],
  BHD: ['BD', 'B.D.'],
  CHF: ['Fr.', 'Frs.', 'SFr.'],
  EGP: ['LE', 'L.E.'],
  JOD: ['JD', 'J.D.'],
  KWD: ['KD', 'K.D.'],
  LYD: ['LD', 'L.D.'],
  MAD: ['Dh', 'Dhs'],
  OMR: ['RO', 'R.O.'],
  QAR: ['QR', 'Q.R.'],
  SAR: ['SR', 'S.R.'],
  TND: ['DT', 'D.T.', 'TD'],
  TRY: ['TL', 'T.L.'],
  XAF: ['FCFA', 'F CFA', 'F.CFA', 'CFA'],
  XOF: ['FCFA', 'F CFA', 'F.CFA', 'CFA'],
}
