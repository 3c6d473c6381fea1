import { foldedText } from './folded-text.ts'

/** The words and signs of currencies, and the currencies that each can mean. */
const words: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bRs\b|(?<!\p{L})රු(?!\p{L})|(?<!\p{L})ரூ(?!\p{L})|\brupees?\b/iu,
    ['LKR', 'INR', 'PKR', 'NPR', 'MUR'],
  ],
  [/₹/u, ['INR']],
  [/\b(?:US|A|AU|NZ|CA|C|SG|S|HK) ?\$/iu, []],
  [/(?<![A-Z] ?)\$|\bdollars?\b/iu, ['USD', 'AUD', 'NZD', 'CAD', 'SGD', 'HKD']],
  [/€|\beuros?\b/iu, ['EUR']],
  [/£|\bpounds?\b|\bsterling\b/iu, ['GBP']],
  [/¥|\byen\b/iu, ['JPY', 'CNY']],
  [/\byuan\b|\brenminbi\b|\bRMB\b/iu, ['CNY']],
  [/\bdirhams?\b/iu, ['AED']],
]

/** Dollars with a country before the sign. */
const dollars: Readonly<Record<string, string>> = {
  US: 'USD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  CA: 'CAD',
  C: 'CAD',
  SG: 'SGD',
  S: 'SGD',
  HK: 'HKD',
}

/** Codes that pages print in headings. Codes that are English words, such as ALL and TOP, are not among them. */
const codes =
  /(?<![A-Za-z])(?:AED|AUD|BHD|CAD|CHF|CNY|DKK|EUR|GBP|HKD|IDR|INR|JPY|KRW|KWD|LKR|MUR|MYR|NOK|NPR|NZD|OMR|PHP|PKR|QAR|SAR|SEK|SGD|THB|USD|ZAR)(?![A-Za-z])/g

/**
 * The first word of a text that names another currency than the given one; `undefined` if no word does, or if the text also
 * names the given one.
 */
export function otherCurrency(text: string, currency: string): string | undefined {
  const named = currenciesIn(foldedText(text))
  if (named.some(({ means }) => means.includes(currency))) return undefined
  return named[0]?.word
}

function currenciesIn(
  text: string,
): readonly { readonly word: string; readonly means: readonly string[] }[] {
  const found = [...text.matchAll(codes)].map(([word]) => ({ word, means: [word] }))
  const others = words.flatMap(([pattern, means]) => {
    const word = pattern.exec(text)?.[0]
    if (word === undefined) return []
    const country = dollars[word.replace(/ ?\$$/, '').toUpperCase()]
    return [{ word, means: country === undefined ? means : [country] }]
  })
  return [...found, ...others]
}
