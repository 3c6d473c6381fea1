import { bytesOf, offerOf, sheetOf } from '../../support/small-book.ts'

/** An invalid rate sheet for the small book, and its problems: code, location, and a pattern of the message. */
export type BadInput = {
  readonly what: string
  readonly bytes: () => Uint8Array
  readonly problems: readonly (readonly [code: string, location: string, message: RegExp])[]
}

/** A row with these bytes. */
export const input = (
  what: string,
  bytes: () => string | Uint8Array,
  ...problems: BadInput['problems']
): BadInput => ({ what, bytes: () => Buffer.from(bytes() as Uint8Array), problems })

/** A row with this text. */
export const text = (what: string, source: string, ...problems: BadInput['problems']) =>
  input(what, () => source, ...problems)
/** A row with a sheet that has these fields. */
export const sheet = (what: string, fields: object, ...problems: BadInput['problems']) =>
  input(what, () => bytesOf(sheetOf({ ...fields })), ...problems)
/** A row with a sheet of a valid offer and one with these fields. */
export const offer = (what: string, fields: object, ...problems: BadInput['problems']) =>
  sheet(what, { offers: [offerOf({ tenure_months: '3' }), offerOf({ ...fields })] }, ...problems)
