import { table } from '../../../bench/page.ts'
import { faults, type FaultName } from '../practice/faults.ts'
import type { FaultResult, LayoutResults } from './measure-layouts.ts'

const shortNames: Readonly<Record<FaultName, string>> = {
  'transposed digits': 'transposed digits',
  'swapped columns': 'swapped columns',
  'shifted labels': 'shifted labels',
  'dropped rows': 'dropped rows',
  'duplicated rows': 'duplicated rows',
  'a moved header': 'moved header',
  'another currency': 'other currency',
  "last year's table": 'last year',
  'percent as fraction': 'fraction',
  'zeros for empty': 'zeros',
  'a second copy that disagrees': 'second copy',
  captcha: 'captcha',
  'soft 404': 'soft 404',
  'truncated body': 'truncated',
  'a footnote mark': 'footnote mark',
  'a struck or hidden row': 'hidden row',
  'a stale date': 'stale date',
  'another decimal mark': 'decimal mark',
  'transposed digits of a tenure': 'tenure digits',
  'another unit': 'other unit',
  'exchanged labels': 'exchanged labels',
  'another amount': 'other amount',
  'another bound': 'other bound',
  'another range word': 'range word',
  'a lost label': 'lost label',
  'small move': 'small move',
}

/** The tables of `docs/collecting.md` by the names of their places. */
export function layoutTables(results: readonly LayoutResults[]): Readonly<Record<string, string>> {
  return { layouts: layoutTable(results), reasons: reasonTable(results) }
}

function layoutTable(results: readonly LayoutResults[]): string {
  const names = (Object.keys(faults) as FaultName[]).filter((name) => name !== 'small move')
  const columns = ['layout', 'true page', ...names.map((name) => shortNames[name]), 'small moves']
  const rows = results.map(({ layout, clean, faulty, impossible }) => [
    `${layout.id} ${layout.name}`,
    layout.result === undefined || layout.result.kind === 'read'
      ? `${clean.offers.length} offers`
      : layout.result.kind,
    ...names.map((name) =>
      name in impossible ? '–' : endings(faulty.filter(({ fault }) => fault === name)),
    ),
    smallMoves(faulty),
  ])
  return table(columns, rows)
}

/** Such as `3 H, 2 F`. Small moves are counted apart. */
function endings(results: readonly FaultResult[]): string {
  const counts = (['held', 'failed', 'passed'] as const).flatMap((ending) => {
    const count = results.filter(
      (result) => result.ending === ending && result.smallMove === undefined,
    ).length
    return count === 0 ? [] : [`${count} ${{ held: 'H', failed: 'F', passed: 'passed' }[ending]}`]
  })
  return counts.join(', ') || '–'
}

/** Such as `9 of 15, to 75 bp`: of transposed digits, exchanged labels and small moves, those that passed. */
function smallMoves(faulty: readonly FaultResult[]): string {
  const small = faulty.filter(({ smallMove }) => smallMove !== undefined)
  if (small.length === 0) return '–'
  const all = faulty.filter(({ fault }) =>
    ['transposed digits', 'exchanged labels', 'small move'].includes(fault),
  )
  const most = Math.max(...small.map(({ smallMove = 0 }) => smallMove))
  return `${small.length} of ${all.length}, to ${most} bp`
}

/** The sentences and rules with which layouts end that are not read, or not without a person. */
function reasonTable(results: readonly LayoutResults[]): string {
  const rows = results.flatMap(({ layout, clean }) =>
    clean.ending === 'passed' ? [] : [[`${layout.id} ${layout.name}`, clean.ending, clean.why]],
  )
  return table(['layout', 'ends', 'sentence, or rule'], rows)
}
