/**
 * The locale of a language in a country, such as `sw-KE`. Browsers lack some: the language alone comes next, then the English
 * of the world. Digits are those of rates, 0 to 9, and days those of the API, in every language.
 */
export function localeOf(language: string, country: string): string {
  const own = new Intl.Locale(language)
  const inCountry = country === '' ? own : new Intl.Locale(own, { region: own.region ?? country })
  const candidates = own.language === 'en' ? [inCountry] : [inCountry, own]
  const found = candidates.find(isSupported)
  // Plain `en` is the English of the United States, which few books are about.
  return `${found === undefined || found.toString() === 'en' ? 'en-001' : found.toString()}-u-ca-gregory-nu-latn`
}

/** Whether the browser has the locale itself. For a locale that it lacks, `Intl` takes another one. */
function isSupported(locale: Intl.Locale): boolean {
  return new Intl.NumberFormat(locale).resolvedOptions().locale === locale.toString()
}

/** The language that most people of a country speak, by CLDR; none without a country. */
export function languagesOf(country: string): readonly string[] {
  return country === '' ? [] : [new Intl.Locale('und', { region: country }).maximize().language]
}

/** The country of a currency, with whose code the currency begins; none for a currency of several countries. */
export function countryOf(currency: string): string {
  return /^(?:EU|X)/.test(currency) ? '' : currency.slice(0, 2)
}
