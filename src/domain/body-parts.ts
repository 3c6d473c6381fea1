import { instantText, parseInstant, type Instant } from './instant.ts'
import type { CapturedPage, Origin } from './origin.ts'
import type { Sheet } from './sheet.ts'

/** A sheet in the body of an entry: instants are texts, and the institution has a column of its own. */
export type SheetBody = Omit<Sheet, 'institutionId' | 'scrapedAt'> & { readonly scrapedAt: string }

/** An origin in the body of an entry: instants are texts. */
export type OriginBody = Omit<Origin, 'captures' | 'nextDue'> & {
  readonly captures: readonly CapturedPageBody[]
  readonly nextDue: string
}

/** A captured page in the body of an entry: the instant is a text. */
export type CapturedPageBody = Omit<CapturedPage, 'at'> & { readonly at: string }

/** The sheet as the body of an entry has it. */
export function sheetBody(sheet: Sheet): SheetBody {
  const { institutionId: _, scrapedAt, ...rest } = sheet
  return { ...rest, scrapedAt: instantText(scrapedAt) }
}

/** The origin as the body of an entry has it. */
export function originBody({ captures, nextDue, ...origin }: Origin): OriginBody {
  return {
    ...origin,
    captures: capturesBody(captures),
    nextDue: instantText(nextDue),
  }
}

/** Captured pages as the body of an entry has them. */
export function capturesBody(captures: readonly CapturedPage[]): readonly CapturedPageBody[] {
  return captures.map((capture) => ({ ...capture, at: instantText(capture.at) }))
}

/** Reads a sheet from a body. Throws if it has no valid instant. */
export function readSheetBody(body: SheetBody, institutionId: string): Sheet {
  return { ...body, institutionId, scrapedAt: readStoredInstant(body.scrapedAt) }
}

/** Reads an origin from a body. Throws if an instant is not valid. */
export function readOriginBody(body: OriginBody): Origin {
  return {
    ...body,
    captures: readCapturesBody(body.captures),
    nextDue: readStoredInstant(body.nextDue),
  }
}

/** Reads captured pages from a body. Throws if an instant is not valid. */
export function readCapturesBody(body: readonly CapturedPageBody[]): readonly CapturedPage[] {
  return body.map((capture) => ({ ...capture, at: readStoredInstant(capture.at) }))
}

/** Reads an instant of the book. Throws if it is not valid. */
export function readStoredInstant(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`The book contains ${text}, which is not an instant.`)
  return at
}
