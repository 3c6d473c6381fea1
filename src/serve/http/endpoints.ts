import about from './endpoints/about.ts'
import bestRates from './endpoints/best-rates.ts'
import checkpoint from './endpoints/checkpoint.ts'
import consistency from './endpoints/consistency.ts'
import cosignedCheckpoint from './endpoints/cosigned-checkpoint.ts'
import evidenceProof from './endpoints/evidence-proof.ts'
import compare from './endpoints/compare.ts'
import corrections from './endpoints/corrections.ts'
import currentOffers from './endpoints/current-offers.ts'
import events from './endpoints/events.ts'
import freshness from './endpoints/freshness.ts'
import health from './endpoints/health.ts'
import institutions from './endpoints/institutions.ts'
import rateChanges from './endpoints/rate-changes.ts'
import rateHistory from './endpoints/rate-history.ts'
import log from './endpoints/log.ts'
import logPage from './endpoints/log-page.ts'
import ready from './endpoints/ready.ts'
import receipt from './endpoints/receipt.ts'
import sources from './endpoints/sources.ts'
import standingEvidence from './endpoints/standing-evidence.ts'
import summary from './endpoints/summary.ts'
import summaryHistory from './endpoints/summary-history.ts'

/** The endpoints in the order of the specification, then those that it does not have. */
export const endpoints = [
  health,
  institutions,
  currentOffers,
  rateHistory,
  rateChanges,
  compare,
  summary,
  summaryHistory,
  freshness,
  bestRates,
  corrections,
  standingEvidence,
  receipt,
  evidenceProof,
  sources,
  events,
  log,
  logPage,
  ready,
  checkpoint,
  cosignedCheckpoint,
  consistency,
  about,
] as const
