const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
const pairs = letters.flatMap((one) => letters.map((other) => one + other))
const triples = pairs.flatMap((pair) => letters.map((letter) => pair + letter))

/** Whether the runtime has the data of a locale. For a locale that it lacks, `Intl` takes another one. */
function isOwn(tag: string): boolean {
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag
}

/** The languages of the runtime's CLDR, such as `de`. */
function allLanguages(): readonly string[] {
  const found = Intl.NumberFormat.supportedLocalesOf([...pairs, ...triples])
  return [...new Set(found.map((tag) => new Intl.Locale(tag).language))]
}

/** The locales of the runtime's CLDR that have a region, in each script that a language has: `de-AT`, `sr-Latn-RS`. */
export function allLocales(): readonly string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const regions = pairs.map((pair) => pair.toUpperCase()).filter((one) => names.of(one))
  const inRegions = (language: string): readonly string[] =>
    regions.map((region) => `${language}-${region}`).filter(isOwn)
  const languages = allLanguages()
  const plain = languages.flatMap(inRegions)
  const scripts = new Set(plain.map((tag) => new Intl.Locale(tag).maximize().script))
  const inScripts = languages.flatMap((language) =>
    [...scripts].map((script) => `${language}-${script}`).filter(isOwn),
  )
  return [...plain, ...inScripts.flatMap(inRegions)]
}

/**
 * The words of the compact numbers of a locale, each with its meaning: `Mio.` is 1,000,000. A word without digits, such as
 * `mille`, is its number. A word with two meanings has NaN.
 */
export function compactWords(tag: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(`${tag}-u-nu-latn`, {
      notation: 'compact',
      compactDisplay,
    })
    for (let power = 3; power <= 12; power++)
      for (const count of [1, 2, 5, 10]) {
        const number = count * 10 ** power
        const parts = format.formatToParts(number)
        const textOf = (type: string): string =>
          parts.flatMap((part) => (part.type === type ? part.value : [])).join('')
        const word = textOf('compact')
        const meaning = number / Number(textOf('integer') || 1)
        if (word !== '')
          words.set(word, [meaning, undefined].includes(words.get(word)) ? meaning : NaN)
      }
  }
  return words
}
