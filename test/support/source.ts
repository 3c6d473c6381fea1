import { hash } from 'node:crypto'
import { createApp, type AppOptions } from '../../src/http/app.ts'
import type { Source } from '../../src/http/source.ts'
import type { Market } from '../../src/market/market.ts'

/** The source of a test's app. Its digest is computed from the market. */
export type TestSource = Omit<Source, 'digest'>

/** An app for a test. */
export function createTestApp(source: TestSource, options: AppOptions = {}) {
  return createApp({ ...source, digest: () => testDigest(source.market()) }, options)
}

/** Replaces the digest of the book: equal for equal markets in every process. */
export function testDigest({ position, at }: Market): string {
  return hash('sha256', `${position} ${String(at)}`)
}
