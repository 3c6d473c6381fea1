import { hash } from 'node:crypto'
import { canonicalJson } from '../../src/domain/canonical-json.ts'
import { addLeaf, createTree } from '../../src/domain/merkle.ts'
import { treeReader } from '../../src/server/catch-up.ts'
import { createApp, type AppOptions } from '../../src/server/app.ts'
import { defaultLimits, type Limits } from '../../src/server/limits.ts'
import type { TreeReader } from '../../src/http/endpoint.ts'
import type { ServedBook } from '../../src/http/served-book.ts'
import { defaultSettings, type BookSettings } from '../../src/domain/book-settings.ts'
import type { Market } from '../../src/market/market.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import { marketReader } from './book-entries.ts'
import { testSigner } from './test-signer.ts'

/** The source of a test's app. Its digest and tree are computed from the market, which also has the entries of the book. */
export type TestSource = Omit<ServedBook, 'digest' | 'tree' | 'readEntry'> &
  Partial<Pick<ServedBook, 'tree' | 'readEntry'>>

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

/** An app for a test. It signs checkpoints and has settings unless the options say otherwise. */
export function createTestApp(source: TestSource, options: AppOptions = {}) {
  const digest = () => testDigest(source.market())
  const tree = () => testTree(source.market().position)
  return createApp(
    { readEntry: marketReader(source.market), tree, ...source, digest },
    { checkpointSigner: testSigner, settings: testSettings, limits: testLimits, ...options },
  )
}

/** Stands for the tree over the digests of a book: its leaves are the positions. */
export function testTree(size: number): TreeReader {
  const known = trees.get(size)
  if (known !== undefined) return known
  const tree = createTree()
  for (let index = 0; index < size; index++) addLeaf(tree, index, Buffer.from(`${index + 1}`))
  const reader = treeReader(tree)
  trees.set(size, reader)
  return reader
}

const trees = new Map<number, TreeReader>()

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
