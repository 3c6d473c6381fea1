import type { OfferCells, PageFormat, ReadCell } from '../../../src/domain/origin.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { printRows, type PrintedRow } from './printed-rows.ts'
import { printedRows } from './evidence-book.ts'

/** Where one digit is changed: in a figure of an entry, in the text, meaning or address of one of its cells, or in the captured body. */
export const editedPlaces = ['entry', 'cell', 'address', 'body', 'rehashed body'] as const
export type EditedPlace = (typeof editedPlaces)[number]

/** One changed digit. `body`: stored under the digest of the unchanged one; `rehashed body`: under its own, which the entry then names. */
export type EvidenceEdit = {
  readonly place: EditedPlace
  readonly position: number
  readonly what: string
  /** Makes the entry with the change, unless only a body changes. */
  readonly entry: () => Entry
  readonly body?: () => Uint8Array
  /** The cell with a changed address. */
  readonly cell?: () => ReadCell | undefined
}

const digitSets = [
  '0123456789',
  '०१२३४५६७८९',
  '০১২৩৪৫৬৭৮৯',
  '０１２３４５６７８９',
  '〇一二三四五六七八九',
]
const anyDigit = new RegExp(`[${digitSets.join('')}]`, 'g')

/** Each text with one digit changed to another of its script. A number does not begin with zero then. */
function* withOtherDigits(text: string): Generator<string> {
  for (const { index, 0: digit } of text.matchAll(anyDigit)) {
    const isFirst = !new RegExp(`[.,．${digitSets.join('')}]`).test(text[index - 1] ?? '')
    const digits = Array.from(digitSets.find((set) => set.includes(digit)) ?? '')
    for (const other of isFirst ? digits.slice(1) : digits)
      if (other !== digit) yield text.slice(0, index) + other + text.slice(index + 1)
  }
}

function cellsOf(entry: Entry): readonly OfferCells[] {
  return ('origin' in entry && entry.origin?.cells) || []
}

type Holder = Record<string, unknown>

/** The object or list that has the last part of a path in a value. */
function holderOf(root: unknown, path: readonly (string | number)[]): Holder | undefined {
  return path
    .slice(0, -1)
    .reduce<Holder | undefined>((at, key) => at?.[key] as Holder | undefined, root as Holder)
}

/** Makers of every copy of an entry in which one digit of a text or number at a path is another one. */
function* edited(entry: Entry, path: readonly (string | number)[]): Generator<() => Entry> {
  const last = path.at(-1) ?? ''
  const value = holderOf(entry, path)?.[last]
  if (typeof value !== 'string' && typeof value !== 'number') return
  for (const text of withOtherDigits(String(value)))
    yield () => {
      const copy = structuredClone(entry)
      const target = holderOf(copy, path)
      if (target !== undefined) target[last] = typeof value === 'number' ? Number(text) : text
      return copy
    }
}

/** The members of an offer that are figures. */
export const figures = [
  'rate',
  'annualEffectiveRate',
  'tenure',
  'tenureDays',
  'tenureTo',
  'tenureToDays',
  'minimumDeposit',
] as const
const cellNames = ['rate', 'annualEffectiveRate', 'tenure', 'minimumDeposit'] as const

/** All changes of one digit of one entry with figures. */
function* editsOf(entry: Entry, format: PageFormat): Generator<EvidenceEdit> {
  const { position } = entry
  const printedAs = printedRows(format)
  for (const [row, printed] of printedAs.entries()) {
    const list = 'sheet' in entry ? ['sheet', 'offers'] : ['tiers']
    for (const figure of figures)
      for (const copy of edited(entry, [...list, row, figure]))
        yield { place: 'entry', position, what: `${figure} of row ${row}`, entry: copy }
    for (const name of cellNames)
      for (const key of ['text', 'means'] as const) {
        const path = ['origin', 'cells', row, name satisfies keyof OfferCells, key]
        for (const copy of edited(entry, path))
          yield { place: 'cell', position, what: `${key} of ${name} of row ${row}`, entry: copy }
      }
    for (const name of cellNames)
      for (const copy of edited(entry, ['origin', 'cells', row, name, 'address']))
        yield {
          place: 'address',
          position,
          what: `${name} of row ${row}`,
          entry: copy,
          cell: () => cellsOf(copy())[row]?.[name],
        }
    for (const name of cellNames)
      for (const text of withOtherDigits(printed[name] ?? '')) {
        const rows: PrintedRow[] = [...printedAs]
        rows[row] = { ...printed, [name]: text }
        const body = () => printRows(format, rows).body
        const what = `${name} of row ${row}: ${text}`
        for (const place of ['body', 'rehashed body'] as const)
          yield { place, position, what, entry: () => entry, body }
      }
  }
}

/** Every change of one digit in a book of `fillEvidenceBook`. */
export function* evidenceEdits(entries: readonly Entry[]): Generator<EvidenceEdit> {
  for (const entry of entries)
    if ('sheet' in entry || 'tiers' in entry)
      yield* editsOf(entry, entry.institutionId as PageFormat)
}
