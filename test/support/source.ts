import { hash } from 'node:crypto'
import type { Market } from '../../src/book/market/market.ts'
import { defaultSettings, type BookSettings } from '../../src/domain/book-settings.ts'
import { checkpointText } from '../../src/domain/checkpoint.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import { canonicalJson } from '../../src/domain/json.ts'
import type { ServedBook } from '../../src/serve/http/endpoint.ts'
import { createApp, type AppOptions } from '../../src/serve/server/app.ts'
import { defaultLimits, type Limits } from '../../src/serve/server/limits.ts'
import { marketEntries, marketLog, marketReader, marketTree } from './book-entries.ts'
import { checkpointOver, cosignatureLine, testSigner, witnessKey } from './test-signer.ts'

/** The source of a test's app. Its digest and tree are computed from the market, which also has the entries of the book. */
export type TestSource = Omit<ServedBook, 'digest' | BookPart> & Partial<Pick<ServedBook, BookPart>>
type BookPart = 'tree' | 'readEntry' | 'readKeptCheckpoint' | 'readLog'

/** A test waits less for a position that the market does not reach. */
const testLimits = { ...defaultLimits, positionWait: 300 }

/** The limits of tests, some of them replaced. */
export function limitsOf(limits: Partial<Limits>): Limits {
  return { ...testLimits, ...limits }
}

/** The settings of a book in tests. */
export const testSettings: BookSettings = {
  ...defaultSettings,
  timeZone: 'Asia/Colombo',
  operator: { contact: 'https://rates.example/report' },
}

/** Settings in which deposits at each type of institution are insured up to an amount. */
export function insuredUpTo(amount: string, currency = 'LKR'): BookSettings {
  const insurance = { status: 'insured_up_to', amount: amount as Decimal, currency } as const
  return { ...defaultSettings, insurance: { bank: insurance, nbfi: insurance } }
}

/** An app for a test. It signs checkpoints, keeps a cosigned one, and has settings unless the options say otherwise. */
export function createTestApp(source: TestSource, options: AppOptions = {}) {
  const digest = () => testDigest(source.market())
  const isSigning = !('checkpointSigner' in options && options.checkpointSigner === undefined)
  return createApp(
    {
      readEntry: marketReader(source.market),
      tree: marketTree(source.market),
      readKeptCheckpoint: async () => {
        const market = source.market()
        return { note: isSigning && market.position > 0 ? cosignedNote(market) : undefined }
      },
      readLog: marketLog(source.market),
      ...source,
      digest,
    },
    { checkpointSigner: testSigner, settings: testSettings, limits: testLimits, ...options },
  )
}

/** The checkpoint of a market, with the signature of a witness. */
export function cosignedNote(market: Market): string {
  const text = checkpointText(checkpointOver(marketEntries(market).map((one) => one.digest)))
  return (
    testSigner.sign(text) + cosignatureLine('witness.example/w1', witnessKey, text, 1784505600).line
  )
}

const digests = new WeakMap<Market, string>()

/** Stands for the digest of the book: the same for markets with the same content, in every process and from every store. */
export function testDigest(market: Market): string {
  let digest = digests.get(market)
  if (digest === undefined) {
    const { position, at, institutions } = market
    const content = Array.from(institutions.values(), (book) => ({
      ...book,
      standing: [...book.standing],
      believed: book.believed.records,
      published: book.published.records,
      entries: book.entries.length,
      snapshots: book.snapshots.length,
    }))
    digest = hash('sha256', canonicalJson([position, at, content]))
    digests.set(market, digest)
  }
  return digest
}
