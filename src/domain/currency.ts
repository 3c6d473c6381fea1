/** The decimals of the coins of a currency, by CLDR: 2 for most, none for VND, 3 for KWD; 2 without a currency. */
export function coinDigits(currency: string): number {
  if (currency === '') return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * What to do about an amount such as `5.000` if the coins of its currency have fewer decimals: it may be thousands. `undefined`
 * for other amounts.
 */
export function unclearThousands(amount: string, currency: string): string | undefined {
  const [, whole, rest = ''] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(amount) ?? []
  const coins = /^[A-Z]{3}$/.test(currency) ? coinDigits(currency) : 3
  if (whole === undefined || coins >= 3) return undefined
  const exact = coins === 0 ? whole : `${whole}.${rest.slice(0, coins)}`
  const other = /[1-9]/.test(rest.slice(coins)) ? '' : `, or ${exact}`
  return `"${amount}" has more decimals than the coins of ${currency}; write ${whole}${rest}${other}.`
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
