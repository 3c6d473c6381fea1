import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures } from '../../collect/rounds/evidence-edits.ts'
import * as fc from 'fast-check'
import type { OfferCells, ReadCell } from '../../../src/domain/origin.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import { checkCells } from '../../../src/collect/read/evidence.ts'
import { runs } from '../../support/generators.ts'

/** How languages print whole numbers of months and days, and a range of them. Written by hand, not from the words of the reader. */
const languages: readonly { readonly months: string; readonly days: string }[] = [
  { months: '{n} months', days: '{n} Days' },
  { months: '{n} Monate', days: '{n} Tage' },
  { months: '{n} meses', days: '{n} días' },
  { months: '{n} mois', days: '{n} jours' },
  { months: '{n} miesięcy', days: '{n} dni' },
  { months: '{n} tháng', days: '{n} ngày' },
  { months: '{n} महीने', days: '{n} दिन' },
  { months: '{n} মাস', days: '{n} দিন' },
  { months: '{n}か月', days: '{n}日' },
  { months: '{n}개월', days: '{n}일' },
]
const digitSets = ['0123456789', '०१२३४५६७८९', '০১২৩৪৫৬৭৮৯', '０１２３４５６７８９', '๐๑๒๓๔๕๖๗๘๙']

const printing = fc.record({
  language: fc.constantFrom(...languages),
  digits: fc.constantFrom(...digitSets),
  mark: fc.constantFrom('.', ','),
  isOneCell: fc.boolean(),
  tenure: fc.constantFrom('months', 'days', 'range of months', 'range of days', 'under', 'mapped'),
  count: fc.integer({ min: 5, max: 36 }),
  more: fc.integer({ min: 5, max: 24 }),
  rate: fc.integer({ min: 1, max: 9999 }),
  aer: fc.integer({ min: 1, max: 9999 }),
  minimum: fc.constantFrom(5000, 25_000, 100_000, 1_234_567),
  isMappedMinimum: fc.boolean(),
})
type Printing = typeof printing extends fc.Arbitrary<infer T> ? T : never

/** The months of days, worked out here: days × 12 / 365, rounded half up to two digits. */
const monthsOf = (days: number) => (Math.floor((days * 2400 + 365) / 730) / 100).toFixed(2)
/** The same for a bound, with three digits if two would be whole months that the days are not. */
const monthsOfBound = (days: number) =>
  monthsOf(days).endsWith('.00') && (days * 12) % 365 !== 0
    ? (Math.floor((days * 24_000 + 365) / 730) / 1000).toFixed(3)
    : monthsOf(days)
const percent = (hundredths: number) => (hundredths / 100).toFixed(2)

/** The tenure of an offer, its printed text in ASCII digits, and its meaning if the text is a name. */
function tenureOf({ language, tenure, count, more }: Printing): {
  readonly fields: object
  readonly text: string
  readonly means?: string
} {
  const [months, days] = [language.months, language.days]
  const to = count + more
  const under = Math.ceil((to * 365) / 12) - 1
  switch (tenure) {
    case 'months':
      return { fields: { tenure: `${count}` }, text: months.replace('{n}', `${count}`) }
    case 'days':
      return {
        fields: { tenure: monthsOf(count), tenureDays: count },
        text: days.replace('{n}', `${count}`),
      }
    case 'range of months':
      return {
        fields: { tenure: `${count}`, tenureTo: `${to}` },
        text: months.replace('{n}', `${count} - ${to}`),
      }
    case 'range of days':
      return {
        fields: {
          tenure: monthsOfBound(count),
          tenureDays: count,
          tenureTo: monthsOfBound(to),
          tenureToDays: to,
        },
        text: days.replace('{n}', `${count} - ${to}`),
      }
    case 'under':
      return {
        fields: { tenure: `${count}`, tenureTo: monthsOfBound(under), tenureToDays: under },
        text: `${count} months to less than ${to} months`,
      }
    case 'mapped':
      return { fields: { tenure: `${count}` }, text: 'Superior', means: `${count} months` }
    default:
      throw tenure satisfies never
  }
}

/** An offer, its cells and its page. */
function printed(one: Printing) {
  const { digits, mark, isOneCell, rate, aer, minimum, isMappedMinimum } = one
  const native = (text: string) => text.replace(/\d/g, (digit) => digits.charAt(Number(digit)))
  const figure = (hundredths: number) => percent(hundredths).replace('.', mark)
  const { fields, text: tenure, means } = tenureOf(one)
  const grouped = minimum.toLocaleString('en').replaceAll(',', mark === ',' ? '.' : ',')
  const texts = {
    tenure: native(tenure),
    rate: native(isOneCell ? `${figure(rate)} % (${figure(aer)} %)` : `${figure(rate)} %`),
    aer: native(`${figure(aer)}%`),
    minimum: isMappedMinimum ? 'Wealth' : native(grouped),
    column: 'At maturity',
  }
  const decimal = mark === ',' ? ({ decimal: ',' } as const) : {}
  const cell = (name: keyof typeof texts, rest: object = decimal): ReadCell => ({
    address: `#/${name}`,
    text: texts[name],
    ...rest,
  })
  const offer = {
    variant: 'general',
    payout: 'maturity',
    ...fields,
    rate: percent(rate),
    annualEffectiveRate: percent(aer),
    minimumDeposit: `${minimum}`,
  } as Offer
  const cells: OfferCells = {
    rate: cell('rate'),
    tenure: cell('tenure', means === undefined ? {} : { means }),
    column: cell('column', {}),
    annualEffectiveRate: cell(isOneCell ? 'rate' : 'aer'),
    minimumDeposit: cell(
      'minimum',
      isMappedMinimum ? { ...decimal, means: `${minimum}.0` } : decimal,
    ),
  }
  const body = Buffer.from(JSON.stringify(texts))
  const page = { name: 'rates', format: 'json', day: '2026-06-01' as never, body } as const
  return {
    check: (offer: Offer, own = cells) => checkCells({ offers: [offer], cells: [own] }, [page]),
    offer,
    cells,
  }
}

/** A text with each of its digits changed to the next one, which is not zero at the start. */
function otherDigits(text: string): readonly string[] {
  return Array.from(text.matchAll(/\d/g), ({ index, 0: digit }) => {
    const next = String((Number(digit) + 1) % 10)
    return text.slice(0, index) + (index === 0 && next === '0' ? '1' : next) + text.slice(index + 1)
  }).filter((other) => other !== text)
}

test('the evidence check accepts figures of any language, digits and mark, and finds each changed digit of the offer and of a meaning', async () => {
  await fc.assert(
    fc.asyncProperty(printing, async (one) => {
      const { check, offer, cells } = printed(one)
      assert.deepEqual(await check(offer), [])
      for (const name of figures) {
        const value = offer[name]
        for (const text of value === undefined ? [] : otherDigits(String(value))) {
          const other = typeof value === 'number' ? Number(text) : text
          const problems = await check({ ...offer, [name]: other })
          assert.notDeepEqual(problems, [], `${name} ${text}`)
        }
      }
      const { tenure, minimumDeposit: minimum = tenure } = cells
      for (const means of otherDigits(tenure.means ?? ''))
        assert.notDeepEqual(await check(offer, { ...cells, tenure: { ...tenure, means } }), [])
      for (const means of otherDigits(minimum.means ?? ''))
        assert.notDeepEqual(
          await check(offer, { ...cells, minimumDeposit: { ...minimum, means } }),
          [],
        )
    }),
    runs(1000, 60),
  )
})
