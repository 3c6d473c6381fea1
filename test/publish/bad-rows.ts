import { bytesOf, offerOf, sheetOf } from '../support/small-book.ts'

/** A file that is no rate sheet for the small book, and every problem with it: its code, its place, and words of its sentence. */
export type BadInput = {
  readonly what: string
  readonly bytes: () => Uint8Array
  readonly problems: readonly (readonly [code: string, place: string, says: RegExp])[]
}

/** A row of a file of these bytes. */
export const input = (
  what: string,
  bytes: () => string | Uint8Array,
  ...problems: BadInput['problems']
): BadInput => ({ what, bytes: () => Buffer.from(bytes() as Uint8Array), problems })

/** A row of a text. */
export const text = (what: string, source: string, ...problems: BadInput['problems']) =>
  input(what, () => source, ...problems)
/** A row of a sheet with these fields. */
export const sheet = (what: string, fields: object, ...problems: BadInput['problems']) =>
  input(what, () => bytesOf(sheetOf({ ...fields })), ...problems)
/** A row of a sheet of a good offer and one with these fields. */
export const offer = (what: string, fields: object, ...problems: BadInput['problems']) =>
  sheet(what, { offers: [offerOf({ tenure_months: '3' }), offerOf({ ...fields })] }, ...problems)
