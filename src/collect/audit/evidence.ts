import { verifiedEntries } from '../../book/store/chain.ts'
import type { Store } from '../../book/store/store.ts'
import type { Entry } from '../../domain/entry.ts'
import { Failure } from '../../domain/failure.ts'
import { bookStart } from '../../domain/stored-entry.ts'
import { checkInCage } from '../cage/cage.ts'
import { capturedPages, digestOfBody, type Captures } from '../captures/captures.ts'
import { openCapturesFolder } from '../captures/folder.ts'
import type { CitedFigures } from '../read/evidence.ts'
import type { PageBytes } from '../read/reading.ts'
import { citedFigures, type CitingEntry } from '../source/cited-figures.ts'

/** A figure that is not proven: the position of its entry, and what differs. `isDamage`: a captured body is damaged. */
export type EvidenceProblem = {
  readonly position: number
  readonly message: string
  readonly isDamage?: true
}

/** The result of proving the figures of a book. */
export type EvidenceAudit = {
  /** The number of entries of runs that have figures, and of their figures. */
  readonly entries: number
  readonly figures: number
  /** The number of figures of published sheets that persons typed. No page proves them. */
  readonly typed: number
  /** The number of entries whose cells are in a held sheet without a body, which a mirror has. Their figures were not checked. */
  readonly withheld: number
  readonly problems: readonly EvidenceProblem[]
}

/** The captures and the check that prove figures. */
export type EvidenceTools = {
  readonly captures: Captures
  /** Checks figures and pages; a caged process does it, because the pages are not trusted. */
  readonly check: (figures: CitedFigures, pages: readonly PageBytes[]) => Promise<readonly string[]>
  readonly onEntry?: (position: number) => void
}

/** Proves every collected figure of a book. Throws a `Failure` with a line for each that is not proven. */
export async function proveFigures(
  store: Store,
  folder: string,
  onEntry: (position: number) => void,
): Promise<EvidenceAudit> {
  // A loaded market leaves out cells.
  const entries: Entry[] = []
  for await (const batch of verifiedEntries(store, bookStart)) entries.push(...batch.entries)
  const captures = openCapturesFolder(folder)
  const evidence = await auditEvidence(entries, { captures, check: checkInCage, onEntry })
  const { problems } = evidence
  if (problems.length === 0) return evidence
  const isDamaged = problems.some(({ isDamage }) => isDamage === true)
  const lines = problems.map(({ position, message }) => `Position ${position}: ${message}`)
  throw new Failure(isDamaged ? 'disk' : 'refused', lines.join('\n'))
}

/** Proves every figure that a run entered from the captured pages. Source definitions are not used. */
export async function auditEvidence(
  entries: readonly Entry[],
  { onEntry = () => {}, ...tools }: EvidenceTools,
): Promise<EvidenceAudit> {
  const problems: EvidenceProblem[] = []
  const proven = new Map<string, readonly EvidenceProblem[]>()
  let [count, figures, withheld] = [0, 0, 0]
  for (const citing of citedFigures(entries)) {
    const { position } = citing.entry
    onEntry(position)
    if ('isWithheld' in citing) {
      withheld++
      continue
    }
    count++
    if ('problem' in citing) {
      problems.push({ position, message: citing.problem })
      continue
    }
    figures += citing.figures.offers.length
    // Runs that repeat an earlier one cite the same cells of the same bodies.
    const key = keyOfEvidence(citing)
    const known = proven.get(key) ?? (await problemsOf(citing, tools))
    proven.set(key, known)
    problems.push(...known.map((problem) => ({ ...problem, position })))
  }
  return { entries: count, figures, typed: typedFigures(entries), withheld, problems }
}

function typedFigures(entries: readonly Entry[]): number {
  const counts = entries.map((entry) =>
    entry.kind === 'sheet-published' && entry.origin === undefined ? entry.sheet.offers.length : 0,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

type ProvableEntry = Extract<CitingEntry, { readonly figures: unknown }>

function keyOfEvidence({ origin, figures }: ProvableEntry): string {
  const pages = origin.captures.map(({ digest, format, charset }) => ({ digest, format, charset }))
  return digestOfBody(Buffer.from(JSON.stringify({ pages, figures })))
}

async function problemsOf(
  { entry: { position }, origin, figures }: ProvableEntry,
  { captures, check }: EvidenceTools,
): Promise<readonly EvidenceProblem[]> {
  const pages = await capturedPages(origin.captures, captures)
  if ('message' in pages) return [{ position, ...pages }]
  const problems = await check(figures, pages)
  return problems.map((message) => ({ position, message }))
}
