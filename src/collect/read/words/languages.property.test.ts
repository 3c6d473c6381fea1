import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../../test/support/generators.ts'
import { monthsOfBound, monthsOfDays, type Decimal } from '../../../domain/decimal.ts'
import { parseFigure } from './figure.ts'
import { languageTags, languages } from './languages.ts'
import { tokensOf } from './lexicon.ts'
import { tenureLanguage, type Unit } from './tenure-grammar.ts'
import { parseTenure, tenureUnits, tenuresIn, type PrintedTenure, type Tenure } from './tenure.ts'

const someTag = fc.constantFrom(...languageTags)
const someCount = fc.integer({ min: 2, max: 100 })

/** The tenure of a count of a unit, by a table of its own. */
function tenureFor(count: number, unit: Unit): Tenure {
  if (unit === 'day' || unit === 'week') {
    const days = unit === 'week' ? count * 7 : count
    return { months: monthsOfDays(days), days }
  }
  const months = { month: 1, quarter: 3, 'half-year': 6, year: 12 }[unit]
  return { months: String(count * months) as Decimal }
}

/** The words of a language that mean one unit. */
function unitWords(tag: string): readonly (readonly [string, Unit])[] {
  return [...tenureLanguage(tag).lexicon.meanings].flatMap(([word, meanings]) => {
    const [first, ...others] = meanings.filter(({ is }) => is === 'unit' || is === 'whole')
    return first?.is === 'unit' && others.length === 0 ? [[word, first.unit] as const] : []
  })
}

const someUnit = someTag.chain((tag) =>
  fc.tuple(fc.constant(tag), fc.constantFrom(...unitWords(tag))),
)

test('a number with a unit is read in this unit, or it is in doubt', () => {
  fc.assert(
    fc.property(
      someUnit,
      someCount,
      fc.constantFrom(' ', '', '\u00A0'),
      fc.constantFrom(undefined, ...tenureUnits),
      fc.boolean(),
      ([tag, [word, is]], count, space, unit, isUpper) => {
        const isFirst = tenureLanguage(tag).unitFirst
        const text = isFirst ? `${word} ${count}` : `${count}${space}${word}`
        const label = isUpper ? text.toLocaleUpperCase(tag) : text
        const expected = tenureFor(count, is)
        const lower = parseTenure(text, { unit, language: tag })
        assert.deepEqual(lower, expected, text)
        for (const found of [parseTenure(label, { unit }), parseTenure(label, { language: tag })])
          if (found !== undefined && !('doubt' in found)) assert.deepEqual(found, expected, label)
        const { stated } = tenuresIn(text)
        assert.ok(
          stated.some((one) => one.months === expected.months),
          text,
        )
      },
    ),
    runs(150),
  )
})

type Mark = { readonly before: string; readonly after: string; readonly isExcluded: boolean }

/** The ways in which a language marks a bound. */
function marksOf(tag: string, including: 'from' | 'upTo', excluding: 'above' | 'under') {
  const { ranges = {} } = languages[tag] ?? {}
  return [including, excluding].flatMap((bound): readonly Mark[] => {
    const isExcluded = bound === excluding
    const { before = [], after = [] } = ranges[bound] ?? {}
    return [
      ...before.map((word) => ({ before: `${word} `, after: '', isExcluded })),
      ...after.map((word) => ({ before: '', after: ` ${word}`, isExcluded })),
    ]
  })
}

const someRange = someTag.chain((tag) => {
  const lower = marksOf(tag, 'from', 'above')
  const upper = marksOf(tag, 'upTo', 'under')
  const words = unitWords(tag).filter(([, unit]) => unit === 'month' || unit === 'year')
  return fc.record({
    tag: fc.constant(tag),
    lower: fc.constantFrom(...lower),
    upper: fc.constantFrom(...upper),
    unit: fc.constantFrom(...words),
    bounds: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 2 }),
  })
})

/** The first and the last whole month or day inside a bound, found by trying. */
function boundFor(months: number, isExcluded: boolean, step: 1 | -1): Tenure {
  if (!isExcluded) return { months: String(months) as Decimal }
  let days = step === 1 ? 0 : 40_000
  while (step * (days * 12 - months * 365) <= 0) days += step
  return { months: monthsOfBound(days), days }
}

test('a range has the bounds that its words mean', () => {
  fc.assert(
    fc.property(someRange, ({ tag, lower, upper, unit: [word, unit], bounds }) => {
      const [from = 1, to = 2] = bounds.toSorted((a, b) => a - b)
      const counted = (count: number) =>
        tenureLanguage(tag).unitFirst ? `${word} ${count}` : `${count} ${word}`
      const side = (count: number, mark: Mark) => `${mark.before}${counted(count)}${mark.after}`
      const text = `${side(from, lower)} ${side(to, upper)}`
      const size = unit === 'year' ? 12 : 1
      const expected: PrintedTenure = {
        ...boundFor(from * size, lower.isExcluded, 1),
        to: boundFor(to * size, upper.isExcluded, -1),
      }
      assert.deepEqual(parseTenure(text, { language: tag }), expected, text)
      const found = parseTenure(text)
      if (found !== undefined && 'months' in found) assert.deepEqual(found, expected, text)
    }),
    runs(150),
  )
})

test('a figure is read under the mark of its language, and never as another number', () => {
  fc.assert(
    fc.property(someTag, fc.integer({ min: 1, max: 99_999 }), (tag, hundredths) => {
      const text = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(hundredths / 100)
      const expected = { figure: (hundredths / 100).toFixed(2) }
      const { decimal } = tenureLanguage(tag)
      assert.deepEqual(parseFigure(text, decimal), expected, text)
      const other = parseFigure(text, decimal === '.' ? ',' : '.')
      if (other !== undefined) assert.deepEqual(other, expected, text)
    }),
    runs(150),
  )
})

test('the tokenizer looks at each place of a text once', () => {
  for (const tag of languageTags)
    for (const part of ['from 12 ', '12', '个月', 'bis unter ', '((', '1 1/2 ', 'ab']) {
      const { lexicon } = tenureLanguage(tag)
      const text = part.repeat(200)
      let looks = 0
      const byStart = new Map(lexicon.byStart)
      byStart.get = (start) => {
        looks++
        return lexicon.byStart.get(start)
      }
      tokensOf(text, { ...lexicon, byStart })
      assert.ok(looks > 0 && looks <= text.length, `${tag}: ${part}`)
    }
})
