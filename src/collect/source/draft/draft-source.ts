import type { Day } from '../../../domain/day.ts'
import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import type { Offer } from '../../../domain/offer.ts'
import type { PageFormat } from '../../../domain/origin.ts'
import { counted } from '../../../domain/text.ts'
import { effectiveRateDifference } from '../../../domain/yield.ts'
import { readAndCheckInCage, surveyInCage } from '../../cage/cage.ts'
import { problemText, problemsOf } from '../../read/refusal.ts'
import { foldedText } from '../../read/words/folded-text.ts'
import { parseSource } from '../load-source.ts'
import { sourceProblemLine } from '../schema-problems.ts'
import { draftText, expectedOf, pageName, type DraftFacts } from './draft-text.ts'
import { guessPart, type PartGuess } from './tables.ts'

/** The page that a draft is made from. */
export type DraftPage = {
  readonly body: Uint8Array
  readonly charset?: string
  readonly url: string
  readonly day: Day
}

/** The parts of a draft that the page does not say. */
export type DraftSettings = Pick<DraftFacts, 'institution' | 'currency' | 'timeZone'>

/** A draft, with remarks for its author; or why none could be made. */
export type Draft =
  | {
      readonly text: string
      readonly pages: readonly string[]
      readonly remarks: readonly string[]
    }
  | { readonly failure: string }

/** Makes the first draft of a source from a page, and tries it on the page. The page is read in the cage only. */
export async function draftSource(page: DraftPage, settings: DraftSettings): Promise<Draft> {
  const format = formatOf(page.body)
  const { body, charset, day, url } = page
  const bytes = { name: 'rates', format, day, body, ...(charset !== undefined && { charset }) }
  const survey = await surveyInCage(bytes)
  if ('failure' in survey) return { failure: survey.failure }
  const guesses = survey.parts.map((part) => guessPart(part, settings.currency.code))
  const parts = chosenParts(guesses)
  if (parts.length === 0) return { failure: nothingFound(guesses) }
  const facts: DraftFacts = {
    ...settings,
    url,
    format,
    mustContain: mustContain(survey.texts, settings.institution, parts),
    language: survey.language,
  }
  const names = parts.map((_, index) => pageName(index))
  const first = draftText(facts, parts, expectedOf([], parts))
  const name = `xx/${settings.institution}.yaml`
  const source = parseSource(first, { file: name, name })
  if ('problems' in source)
    return {
      text: first,
      pages: names,
      remarks: source.problems.map(
        (one) => `The draft is not valid yet: ${sourceProblemLine(one)}`,
      ),
    }
  const pages = names.map((one) => ({ ...bytes, name: one }))
  const reading = await readAndCheckInCage(source.definition, pages)
  if ('failure' in reading)
    return {
      text: first,
      pages: names,
      remarks: problemsOf(reading).map((one) => `To do: ${problemText(one)}`),
    }
  const periods = periodsPerYear(reading.offers)
  const found = { ...facts, ...(periods !== undefined && { periodsPerYear: periods }) }
  return {
    text: draftText(found, parts, expectedOf(reading.offers, parts)),
    pages: names,
    remarks: [
      `The draft reads ${counted(reading.offers.length, 'offer')}. Compare each with the page.`,
    ],
  }
}

/** The format of a body, by its first bytes. */
export function formatOf(body: Uint8Array): PageFormat {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024))
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK\u0003\u0004')) return 'xlsx'
  return /^(?:ï»¿)?\s*[[{]/.test(start) ? 'json' : 'html'
}

/** The parts with tables to read. Of parts inside each other, the one with more tenures. */
function chosenParts(guesses: readonly PartGuess[]): readonly PartGuess[] {
  const sized = guesses
    .filter(({ read }) => read.length > 0)
    .map((guess) => ({ guess, size: guess.read.flatMap(({ rows }) => rows.tenures).length }))
    .toSorted((a, b) => b.size - a.size)
  const chosen: PartGuess[] = []
  for (const { guess } of sized) {
    const path = JSON.stringify(guess.part.path ?? []).slice(0, -1)
    const isInside = chosen.some(({ part }) => {
      const other = JSON.stringify(part.path ?? []).slice(0, -1)
      return path.startsWith(other) || other.startsWith(path)
    })
    if (!isInside) chosen.push(guess)
  }
  return guesses.filter((guess) => chosen.includes(guess))
}

function nothingFound(guesses: readonly PartGuess[]): string {
  const left = guesses.flatMap(({ leftOut }) => leftOut)
  if (left.length === 0) return 'The page has no table.'
  if (left.some(({ because }) => because === 'prints a yield and no rate'))
    return 'The page prints a yield, and no column is a rate; a yield is never turned into a rate.'
  return `${left.length === 1 ? 'The only table of the page has no' : `None of the ${left.length} tables of the page has`} tenures and rates that the draft can find; write the source by hand.`
}

/** A visible text with the name of the institution, or with the first words of its id; without one, a heading without digits. */
function mustContain(
  texts: readonly string[],
  institution: string,
  parts: readonly PartGuess[],
): string | undefined {
  const words = institution.split('-')
  const names = words.map((_, count) => words.slice(0, words.length - count))
  for (const name of names) {
    const text = name.map((word) => RegExp.escape(word)).join("[\\s’'.-]*")
    const form = new RegExp(`(?<![\\p{L}\\d])${text}(?![\\p{L}\\d])`, 'iu')
    const found = texts.flatMap((one) => form.exec(foldedText(one))?.[0] ?? [])[0]
    if (found !== undefined) return found
  }
  const headings = parts.flatMap(({ read }) => read.flatMap(({ table }) => table.headings))
  return headings.find(({ text }) => !/\d/.test(text) && text.includes(' '))?.text
}

/** The periods a year that fit most printed yields; `undefined` if interest that is compounded with each payment fits as many. */
function periodsPerYear(offers: readonly Offer[]): number | undefined {
  const fitting = (periods?: number) =>
    offers.filter(({ annualEffectiveRate: printed, ...terms }) => {
      if (printed === undefined) return false
      const difference = effectiveRateDifference({ ...terms, periodsPerYear: periods }, printed)
      return compareDecimals(difference, '0.06' as Decimal) <= 0
    }).length
  const ways = [undefined, 4, 12, 365, 2].map((periods) => ({ periods, count: fitting(periods) }))
  return ways.reduce((best, way) => (way.count > best.count ? way : best)).periods
}
