import { canonicalJson } from '../domain/canonical-json.ts'
import { bookStart } from '../domain/digest.ts'
import { bodyOf, entryOf, type StoredEntry } from '../domain/entry-body.ts'
import { UnknownPart, checkKeys } from '../domain/entry-keys.ts'
import {
  emptyHead,
  isPrivateKind,
  type Entry,
  type Holding,
  type Reviewer,
} from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import type { Institution } from '../domain/institution.ts'
import { instantText } from '../domain/instant.ts'
import { chainProblem } from '../store/chain.ts'
import type { Store } from '../store/store.ts'
import { reviewersAfter } from '../market/collection.ts'
import { buildMarket, type MarketBuilder } from '../market/evolve.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { problemLine } from '../publish/input/problem.ts'
import { readInstitutions } from '../publish/input/read-institutions.ts'
import { holdAt } from '../publish/review/decide-on-hold.ts'
import { serializeInstitution } from '../publish/input/serialize.ts'
import { differenceInCorrection } from './correction.ts'
import { differenceInDetails } from './details.ts'
import {
  differenceInAcceptance,
  differenceInDecision,
  differenceInReviewer,
  differenceInWithheld,
  type AuditContext,
} from './review.ts'
import { differenceInHold } from './hold.ts'
import { differenceInCheck, differenceInVerification } from './run.ts'
import { differenceInSheet } from './sheet.ts'
import { differenceInViews, type Difference } from './views.ts'

/** The result of an audit: the position of the book, or that of the first difference. */
export type Audit = {
  readonly position: number
  /** The number of private entries without a body, which a mirror has. Their digests match; nothing else of them was checked. */
  readonly withheld: number
  readonly difference?: Difference | undefined
}

/** Audits a book. Repeats if an entry was added meanwhile, because entries and views must have one position. */
export async function auditBook(
  store: Store,
  onBatch: (position: number) => void = () => {},
): Promise<Audit> {
  for (;;) {
    const audit = await auditEntries(store, onBatch)
    if ('difference' in audit)
      return { position: audit.difference.position, withheld: 0, difference: audit.difference }
    await store.checkIntegrity?.()
    // The views of another schema may have other columns.
    const difference =
      store.otherSchema === undefined
        ? differenceInViews(audit.market, await store.views())
        : undefined
    const { position } = await store.head()
    if (position !== audit.market.position) continue
    const withheld = audit.market.entries.filter(({ kind }) => kind === 'withheld').length
    return { position, withheld, difference }
  }
}

/** The failure of a command that found a difference. */
export function auditFailure(where: string, { message, reason }: Difference): Failure {
  return new Failure(reason ?? 'refused', `${where}: ${message}`)
}

/** Checks every entry of a book. */
export async function auditEntries(
  { storedEntries, mirrorOf }: Pick<Store, 'storedEntries' | 'mirrorOf'>,
  onBatch: (position: number) => void,
): Promise<{ readonly market: Market } | { readonly difference: Difference }> {
  const auditor = createAuditor(mirrorOf)
  for await (const batch of storedEntries(0)) {
    for (const stored of batch) {
      const difference = auditor.add(stored)
      if (difference !== undefined) return { difference }
    }
    onBatch(batch.at(-1)?.position ?? 0)
  }
  return { market: auditor.market() }
}

/** Audits the entries of a book one after another. */
export type Auditor = {
  /**
   * Checks the next entry: its digests, its order, its canonical body, and that deciding it again gives the same entry. Returns
   * the difference; then the auditor must not be used any more.
   */
  readonly add: (stored: StoredEntry) => Difference | undefined
  /** The market after the entries so far. The auditor must not be used after that. */
  readonly market: () => Market
}

/** Starts an audit at the beginning of a book. A mirror lacks private bodies, so what depends on them is not checked. */
export function createAuditor(mirrorOf: string | undefined): Auditor {
  // One builder for the whole book: a market for each entry would copy everything again.
  const builder = buildMarket(emptyMarket)
  let currency: string | undefined
  let reviewers: ReadonlyMap<string, Reviewer> = new Map()
  let before: Entry | undefined
  let last = bookStart
  return {
    add(stored) {
      const { position, digest, body } = stored
      const damage = chainProblem(last, stored, mirrorOf)
      if (damage !== undefined)
        return { position, message: `It is not what was appended: ${damage}.`, reason: 'disk' }
      last = { position, digest }
      try {
        const entry = entryOf(stored)
        const context = {
          head: before ?? emptyHead,
          before,
          currency,
          book: builder.bookOf(entry.institutionId),
          reviewers,
          approved: approvedBy(before, builder),
          unapproved: heldByPerson(before),
        }
        const message = differenceIn(context, body, entry)
        if (message !== undefined) {
          if (body !== null) checkKeys(JSON.parse(body), 'lists')
          return { position, message }
        }
        builder.add(entry)
        before = entry
        reviewers = reviewersAfter(reviewers, entry)
        if (entry.kind === 'sheet-published') currency ??= entry.sheet.currency
        return undefined
      } catch (error) {
        // `entryOf` and the builder throw on an unreadable or misplaced entry.
        const difference = { position, message: messageOf(error) }
        return error instanceof UnknownPart
          ? { ...difference, reason: 'configuration' }
          : difference
      }
    },
    market: () => builder.build(),
  }
}

/** The position of the held sheet that an entry approved. Its last approval and the sheet are one append. */
function approvedBy(entry: Entry | undefined, { bookOf }: MarketBuilder): number | undefined {
  if (entry?.kind !== 'sheet-decided' || entry.decision !== 'approved') return undefined
  const book = bookOf(entry.institutionId)
  const hold = book && holdAt({ book }, entry.hold)
  return hold?.state === 'approved' ? entry.hold : undefined
}

function heldByPerson(entry: Entry | undefined): Holding | undefined {
  return entry?.kind === 'sheet-held' && entry.by !== undefined ? entry : undefined
}

function messageOf(error: unknown): string {
  // The message of a TypeError is about JavaScript, not about the entry.
  if (!(error instanceof Error) || error instanceof TypeError) return 'Its body cannot be read.'
  return error.message
}

function differenceIn(
  context: AuditContext,
  body: string | null,
  entry: Entry,
): string | undefined {
  if (entry.at < context.head.at)
    return `Its time, ${instantText(entry.at)}, is before that of the entry before it.`
  if (entry.kind === 'withheld' || body === null) return differenceInWithheld(entry)
  if (bodyOf(entry) !== body) return 'Its body is not canonical JSON, or it has an unknown key.'
  const salt = 'salt' in entry ? entry.salt : undefined
  if (isPrivateKind(entry.kind) && !/^[0-9a-f]{32}$/.test(salt ?? ''))
    return 'It is private, but has no salt of 32 hexadecimal digits.'
  const details = differenceInDetails(entry)
  if (details !== undefined) return details
  const { approved, unapproved } = context
  // A copy of a book may end between an approval and its sheet, so only another entry there is a difference.
  if (approved !== undefined && !(entry.kind === 'sheet-published' && entry.hold === approved))
    return `The entry before it approves the sheet held at position ${approved}, so that sheet must follow.`
  if (unapproved !== undefined && !isApprovalOf(unapproved, entry))
    return `The entry before it is a sheet that ${unapproved.by} edited or typed, so the approval of ${unapproved.by} must follow.`
  switch (entry.kind) {
    case 'institution-registered':
      return differenceInInstitution(entry.institution)
    case 'sheet-published':
      return differenceInSheet(context, entry, body)
    case 'rates-checked':
      return differenceInCheck(context, entry)
    case 'rates-verified':
      return differenceInVerification(context, entry)
    case 'rate-corrected':
      return differenceInCorrection(context, entry, body)
    case 'sheet-held':
      return differenceInHold(context, entry)
    case 'sheet-decided':
      return differenceInDecision(context, entry)
    case 'source-accepted':
      return differenceInAcceptance(context, entry)
    case 'reviewer-registered':
    case 'reviewer-removed':
      return differenceInReviewer(context, entry)
    default:
      throw entry satisfies never
  }
}

function isApprovalOf({ position, by }: Holding, entry: Entry): boolean {
  return (
    entry.kind === 'sheet-decided' &&
    entry.decision === 'approved' &&
    entry.hold === position &&
    entry.by === by
  )
}

function differenceInInstitution(institution: Institution): string | undefined {
  const { institutions, problems } = readInstitutions(serializeInstitution(institution))
  if (problems[0] !== undefined) return problemLine(problems[0])
  return canonicalJson(institutions[0] ?? null) === canonicalJson(institution)
    ? undefined
    : '`register` would not enter this record.'
}
