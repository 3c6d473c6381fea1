/** The decimals of a currency, by CLDR: 2 for most, none for VND, 3 for KWD. */
export function currencyPlaces(currency: string): number {
  if (currency === '') return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
