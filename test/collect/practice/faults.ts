import { foreignRates, fractions, lastYear, smallMove, staleDate } from './faults/figure-faults.ts'
import { captcha, softNotFound, truncated, footnoteMark } from './faults/body-faults.ts'
import type { Fault } from './faults/fault.ts'
import {
  decimalMarks,
  edited,
  exchangedLabels,
  otherUnit,
  tenureDigits,
} from './faults/text-faults.ts'
import {
  hiddenRow,
  droppedRows,
  duplicatedRows,
  movedHeader,
  secondCopy,
  shiftedLabels,
  swappedColumns,
  transposedDigits,
  zerosForEmpty,
} from './faults/table-faults.ts'

/** All faults by name, in the order of the table in `docs/collecting.md`. */
export const faults = {
  'transposed digits': transposedDigits,
  'swapped columns': swappedColumns,
  'shifted labels': shiftedLabels,
  'dropped rows': droppedRows,
  'duplicated rows': duplicatedRows,
  'a moved header': movedHeader,
  'another currency': foreignRates,
  "last year's table": lastYear,
  'percent as fraction': fractions,
  'zeros for empty': zerosForEmpty,
  'a second copy that disagrees': secondCopy,
  captcha,
  'soft 404': softNotFound,
  'truncated body': truncated,
  'a footnote mark': footnoteMark,
  'a struck or hidden row': hiddenRow,
  'a stale date': staleDate,
  'another decimal mark': decimalMarks,
  'transposed digits of a tenure': tenureDigits,
  'another unit': otherUnit,
  'exchanged labels': exchangedLabels,
  'another amount': edited('another amount'),
  'another bound': edited('another bound'),
  'another range word': edited('another range word'),
  'a lost label': edited('a lost label'),
  'small move': smallMove,
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults
