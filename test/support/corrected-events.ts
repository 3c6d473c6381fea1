import * as fc from 'fast-check'
import { dayLength } from '../../src/domain/instant.ts'
import { unrated } from './book.ts'
import { someCorrection, type BookEvent } from './generators.ts'
import { few } from './offer-generators.ts'
import { someRun } from './run-generators.ts'
import { revision, tierSheet } from './sheet-generators.ts'

const details = fc.constant({})
// A sheet that repeats another one is read later, so that it is not the same.
const again = { lag: fc.constant(0), details }

/**
 * Sheets that often repeat figures of the last one, corrections, and checks and verifications by persons and runs. A run names the tiers
 * that it verifies.
 */
const correctedAct = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      sheet: tierSheet,
      lag: fc.constantFrom(0, 0, dayLength + 1, 3 * dayLength),
      details,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('revise' as const), revision, ...again }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('republish' as const), ...again }),
  },
  { weight: 8, arbitrary: someCorrection },
  { weight: 1, arbitrary: fc.constant({ kind: 'verify' as const, attribution: {} }) },
  { weight: 1, arbitrary: someRun.map((run) => ({ ...run, outcome: 'verified' as const })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'check' as const, attribution: {} }) },
)

/** The events of one institution with few terms, so that corrections often meet tiers that later sheets changed. */
export const correctedEvents: fc.Arbitrary<readonly BookEvent[]> = few(correctedAct, 16).map(
  (acts) => {
    const { id, ...record } = unrated('alpha')
    const events = acts.map((act): BookEvent => ({
      pause: { wait: dayLength },
      act: { id, ...act },
    }))
    return [{ pause: { wait: 0 }, act: { kind: 'register', id, record } }, ...events]
  },
)
