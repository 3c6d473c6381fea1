import { table } from '../../../bench/page.ts'
import { rules, type Rule } from '../../../src/book/gate/gate.ts'
import { defaultGateLimits, limitNames, limitRanges } from '../../../src/domain/gate-limits.ts'
import { dayLength, instantText } from '../../../src/domain/instant.ts'
import type { Offer, Sheet } from '../../../src/domain/offer.ts'
import { describeTier } from '../../../src/domain/tenure.ts'
import type { FaultResult, SampleSheet } from './measure.ts'
import { offerFaults } from './offer-faults.ts'
import { sheetFaults } from './sheet-faults.ts'

/** A sheet that follows another one by fewer days must have no finding that `docs/gate.md` does not explain. */
export const recentDays = 60

/** The shares of faults that the gate must find where an AER is printed, in percent. */
const targets: Readonly<Record<string, number>> = {
  'transposed digits': 100,
  'rate and AER swapped': 100,
  "the next row's rate": 100,
  'single wrong digit': 79,
}

/** The tables of `docs/gate.md` by the names of their places. */
export function gateTables(
  sheets: readonly SampleSheet[],
  results: readonly FaultResult[],
): Readonly<Record<string, string>> {
  return {
    'any sheet': rulesAbout('any sheet'),
    'a collected sheet': rulesAbout('a collected sheet'),
    pages: rulesAbout('pages'),
    limits: limitTable(),
    targets: targetTable(results),
    missed: missedTable(results),
    faults: faultTable(results),
    'real sheets': sheetTable(sheets),
    rules: ruleTable(sheets),
  }
}

/** The days between a sheet and the institution's last one; `undefined` for its first. */
export function daysSinceLast({ sheet, book }: SampleSheet): number | undefined {
  const last = book.publication?.sheet.scrapedAt
  return last === undefined ? undefined : Math.floor((sheet.scrapedAt - last) / dayLength)
}

const consequenceTexts: Readonly<Record<Rule['consequence'], string>> = {
  hold: 'one reviewer',
  'hold-for-two': 'two reviewers',
  fail: 'the run fails',
}

/** The rules of the gate about some sheets. */
function rulesAbout(what: Rule['about']): string {
  const rows = Object.entries<Rule>(rules)
    .filter(([, { about }]) => about === what)
    .map(([name, { finding, why, consequence }]) => [
      `\`${name}\``,
      finding,
      why,
      consequenceTexts[consequence],
    ])
  return table(['rule', 'what is a finding', 'why', 'collected'], rows).replaceAll('---:', '---')
}

/** The limits that a book can set. */
function limitTable(): string {
  const rows = limitNames.map((name) => {
    const { unit, least, most } = limitRanges[name]
    const { value, reason } = defaultGateLimits[name]
    return [`\`${name}\``, `${value} ${unit}`, `${least} to ${most}`, reason]
  })
  return table(['limit', 'default', 'may be', 'why'], rows)
}

function targetTable(results: readonly FaultResult[]): string {
  const rows = Object.entries(targets).map(([fault, target]) => {
    const group = results.filter((result) => result.fault === fault && result.hasAer)
    return [fault, share(group), `${target} %`, shareOf(group) * 100 >= target ? 'yes' : 'no']
  })
  return table(['fault, where an AER is printed', 'found', 'target', 'met'], rows)
}

/** The faults behind a target of 100 % that the gate does not find. */
function missedTable(results: readonly FaultResult[]): string {
  const missed = results.filter(
    ({ fault, hasAer, isCaught }) => targets[fault] === 100 && hasAer && !isCaught,
  )
  const rows = missed.map(({ fault, sheet, offers, falsified: [offer] }) => {
    const faulty = offers.find((one) => !sheet.offers.includes(one))
    if (offer === undefined || faulty === undefined) throw new Error(`${fault}: nothing is false.`)
    const figures = (one: Offer) => `${one.rate} %, AER ${one.annualEffectiveRate ?? '–'} %`
    return [fault, nameOf(sheet), describeTier(offer), figures(offer), figures(faulty)]
  })
  return table(['fault', 'sheet', 'tier', 'printed', 'with the fault'], rows)
}

function faultTable(results: readonly FaultResult[]): string {
  const rows = Object.keys({ ...offerFaults, ...sheetFaults }).map((fault) => [
    fault,
    ...[true, false].flatMap((hasAer) =>
      [false, true].map((isLater) => {
        const isOfGroup = (one: FaultResult) =>
          one.fault === fault && one.hasAer === hasAer && one.isLater === isLater
        return share(results.filter(isOfGroup))
      }),
    ),
  ])
  const columns = [
    'fault',
    'AER printed, first sheet',
    'AER printed, later sheet',
    'no AER, first sheet',
    'no AER, later sheet',
  ]
  return table(columns, rows)
}

function sheetTable(sheets: readonly SampleSheet[]): string {
  const rows = sheets.flatMap((sample) => {
    const days = daysSinceLast(sample)
    if (days === undefined) return []
    const { complete, offers } = sample.sheet
    const counts = Map.groupBy(sample.findings, ({ rule }) => rule)
    const found = Array.from(counts, ([rule, { length }]) => `\`${rule}\` ${length}`)
    const size = `${offers.length}${complete ? '' : ', partial'}`
    return [[nameOf(sample.sheet), size, String(days), found.join(', ') || 'none']]
  })
  return table(['sheet', 'offers', 'days since the last one', 'findings'], rows)
}

function ruleTable(sheets: readonly SampleSheet[]): string {
  const groups = Map.groupBy(sheets, (sample) => {
    const days = daysSinceLast(sample)
    if (days === undefined) return 'first'
    return days < recentDays ? 'recent' : 'late'
  })
  const names = [...new Set(sheets.flatMap(({ findings }) => findings.map(({ rule }) => rule)))]
  const columns = (['first', 'recent', 'late'] as const).map((name) => groups.get(name) ?? [])
  const countIn = (group: readonly SampleSheet[], rule: string) =>
    group.filter(({ findings }) => findings.some((finding) => finding.rule === rule)).length
  const row = (title: string, count: (group: readonly SampleSheet[]) => number) => [
    title,
    ...columns.map((group) => String(count(group))),
  ]
  return table(
    ['', 'first sheets', `within ${recentDays} days of the last`, 'later'],
    [
      row('sheets', ({ length }) => length),
      row('without a finding', (group) => group.filter(({ findings }) => !findings.length).length),
      ...names.map((rule) => row(`with \`${rule}\``, (group) => countIn(group, rule))),
    ],
  )
}

/** The institution and the day of a sheet. */
export function nameOf({ institutionId, scrapedAt }: Sheet): string {
  return `${institutionId}, ${instantText(scrapedAt).slice(0, 10)}`
}

/** The share of faults that are found, from 0 to 1. */
export function shareOf(results: readonly FaultResult[]): number {
  return results.filter(({ isCaught }) => isCaught).length / results.length
}

/** Such as `9 of 10, 90 %`. A share is rounded down, so that only all faults are 100 %. */
function share(results: readonly FaultResult[]): string {
  if (results.length === 0) return '–'
  const percent = Math.floor(shareOf(results) * 1000) / 10
  const count = results.filter(({ isCaught }) => isCaught).length
  return `${count} of ${results.length}, ${percent} %`
}
