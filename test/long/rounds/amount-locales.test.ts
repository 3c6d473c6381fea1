import assert from 'node:assert/strict'
import { test } from 'node:test'
import english from '../../../web/messages/en/amount-words.json' with { type: 'json' }
import { createMoney, type Money } from '../../../web/money/money.ts'
import { allLocales, compactWords } from '../../support/locales.ts'

/** Whether to walk also the locales that write like another one, dinars, and books in English too. */
const isLong = process.env['FAULT_ROUNDS'] !== undefined
const values = ['5', '1000', '50000', '1234567', '1234.5', '500.25', '500.125', '1000.005']
const currencies = Intl.supportedValuesOf('currency')

/** The page of a locale, in a book of its language alone or with English. */
function moneyOf(tag: string, currency: string, others: readonly string[]): Money {
  const { language, script, region = '' } = new Intl.Locale(tag)
  const own = script === undefined ? language : `${language}-${script}`
  const amountWords = others.includes('en') ? english : []
  return createMoney({
    language: own,
    languages: [own, ...others],
    country: region,
    currency,
    amountWords,
  })
}

/** A currency of the country of a locale. */
function currencyOf(tag: string): string {
  const { region = '' } = new Intl.Locale(tag)
  return currencies.findLast((code) => code.startsWith(region)) ?? 'EUR'
}

/** One locale of those that write alike, in one language. */
function distinct(tags: readonly string[]): readonly string[] {
  const written = (tag: string): string =>
    JSON.stringify(
      [{}, { style: 'currency', currency: 'USD' } as const].map((style) =>
        new Intl.NumberFormat(tag, style).format(1_234_567.5),
      ),
    )
  return [
    ...new Map(tags.map((tag) => [new Intl.Locale(tag).language + written(tag), tag])).values(),
  ]
}

const locales = allLocales()
const walked = isLong ? locales : distinct(locales)
const books = walked.flatMap((tag) =>
  (isLong ? [currencyOf(tag), 'TND'] : [currencyOf(tag)]).flatMap((currency) =>
    (isLong ? [[], ['en']] : [[]]).map((others) => ({
      name: `${tag} ${currency} ${others.join()}`,
      tag,
      money: moneyOf(tag, currency, others),
    })),
  ),
)

test('CLDR has the locales that the walk is about', () => {
  for (const tag of ['de-AT', 'fr-TN', 'it-IT', 'tr-TR', 'sr-Latn-RS', 'ar-EG'])
    assert.ok(locales.includes(tag), tag)
})

test('in every locale the field reads what it writes, and what the page prints as the same amount or with a question', () => {
  for (const { name, money } of books)
    for (const value of values) {
      if ((value.split('.')[1] ?? '').length > money.places) continue
      assert.deepEqual(money.parse(money.typed(value)), { value }, `${name}: ${money.typed(value)}`)
      const printed = money.withCurrency(value)
      const read = money.parse(printed)
      const isRight = 'value' in read ? read.value === value : read.error.kind === 'ambiguous'
      assert.ok(isRight, `${name}: ${printed}`)
    }
})

test('in every locale each word for a thousand and more is right or refused, in capitals too', () => {
  for (const { name, tag, money } of books)
    for (const [word, meaning] of compactWords(tag))
      for (const count of [1, 5, 10])
        for (const text of [
          `${count} ${word}`,
          `${word} ${count}`,
          `${count} ${word.toLocaleUpperCase(tag)}`,
        ]) {
          const read = money.parse(text)
          const isRight = !('value' in read) || read.value === String(count * meaning)
          assert.ok(isRight, `${name}: ${text}`)
        }
})
