import { Failure } from '../../domain/failure.ts'
import { bookStart, checkKeys, type StoredEntry, UnknownPart } from '../../domain/stored-entry.ts'
import { emptyMarket, type Market } from '../market/market.ts'
import { createEntryChecker } from '../publish/check/entry-checker.ts'
import { chainProblem } from '../store/chain.ts'
import type { Store } from '../store/store.ts'

/** The first entry that is wrong, and why. */
export type Difference = {
  readonly position: number
  readonly message: string
  /** `disk`: it was changed after it was appended. `configuration`: it has a kind or a key of a later version of the format. */
  readonly reason?: 'disk' | 'configuration'
}

/** The result of an audit: the position of the book, or that of the first difference. */
export type Audit = {
  readonly position: number
  /** The number of private entries without a body, which a mirror has. Their digests match; nothing else of them was checked. */
  readonly withheld: number
  readonly difference?: Difference | undefined
}

/** Audits a book: each entry, and then the file that it stands in. */
export async function auditBook(
  store: Store,
  onBatch: (position: number) => void = () => {},
): Promise<Audit> {
  const audit = await auditEntries(store, onBatch)
  if ('difference' in audit) return { ...audit, position: audit.difference.position, withheld: 0 }
  await store.checkIntegrity?.()
  const { market } = audit
  const withheld = market.entries.filter(({ kind }) => kind === 'withheld').length
  return { position: market.position, withheld }
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
  const checker = createEntryChecker({ market: emptyMarket, last: undefined, reviewers: new Map() })
  let last = bookStart
  return {
    add(stored) {
      const { position, digest, body } = stored
      const damage = chainProblem(last, stored, mirrorOf)
      if (damage !== undefined)
        return { position, message: `It is not what was appended: ${damage}.`, reason: 'disk' }
      last = { position, digest }
      try {
        const message = checker.add(stored)
        if (message === undefined) return undefined
        if (body !== null) checkKeys(JSON.parse(body), 'lists')
        return { position, message }
      } catch (error) {
        // The checker throws on an unreadable or misplaced entry.
        const difference = { position, message: messageOf(error) }
        return error instanceof UnknownPart
          ? { ...difference, reason: 'configuration' }
          : difference
      }
    },
    market: checker.market,
  }
}

function messageOf(error: unknown): string {
  // The message of a TypeError is about JavaScript, not about the entry.
  if (!(error instanceof Error) || error instanceof TypeError) return 'Its body cannot be read.'
  return error.message
}
