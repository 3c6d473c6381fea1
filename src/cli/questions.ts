import type { Command } from 'commander'
import compare from '../serve/http/endpoints/compare.ts'
import corrections from '../serve/http/endpoints/corrections.ts'
import freshness from '../serve/http/endpoints/freshness.ts'
import institutions from '../serve/http/endpoints/institutions.ts'
import changes from '../serve/http/endpoints/rate-changes.ts'
import history from '../serve/http/endpoints/rate-history.ts'
import {
  column,
  directionColumns,
  monthsColumn,
  questionCommand,
  rateColumns,
  type Question,
} from './question.ts'

/** The commands that only print the answer of an endpoint. */
const questions = {
  compare: {
    endpoint: compare,
    examples: [
      '--tenure-months 12',
      '--tenure-months 12 --deposit 100000 --known-at 2026-06-09T00:00:00Z --json',
    ],
    columns: [
      column('institution', 'institution_id'),
      column('name', 'institution_name'),
      column('type', 'institution_type'),
      column('months', 'tenure_months', true),
      column('payout', 'payout_type'),
      column('rate', 'rate_pa', true),
    ],
  },
  history: {
    endpoint: history,
    examples: ['peoples-bank --tenure-months 12', 'peoples-bank --limit 1000 --json'],
    columns: [
      column('published', 'changed_at'),
      column('read', 'read_at'),
      ...rateColumns,
      ...directionColumns,
    ],
  },
  changes: {
    endpoint: changes,
    examples: ['', '--type bank --json'],
    columns: [
      column('published', 'changed_at'),
      column('read', 'read_at'),
      column('institution', 'institution_id'),
      ...rateColumns,
      ...directionColumns,
    ],
  },
  corrections: {
    endpoint: corrections,
    examples: ['', '--institution-id peoples-bank --json'],
    columns: [
      column('correction', 'id'),
      column('corrected', 'corrected_at'),
      column('institution', 'institution_id'),
      column('variant', 'product_variant'),
      monthsColumn,
      column('payout', 'payout_type'),
      column('minimum', 'min_deposit', true),
      column('was', 'was_rate_pa', true),
      column('now', 'now_rate_pa', true),
      column('cause', 'cause'),
      column('sheet', 'target', true),
    ],
  },
  freshness: {
    endpoint: freshness,
    examples: ['', '--institution-id peoples-bank --json'],
    columns: [
      column('institution', 'institution_id'),
      column('published', 'last_published_at'),
      column('checked', 'last_checked_at'),
      column('oldest verified', 'last_verified_at'),
      column('days', 'days_since_verified', true),
      column('limit', 'stale_after_days', true),
      column('stale', 'is_stale'),
    ],
  },
  institutions: {
    endpoint: institutions,
    examples: ['', '--type bank --json'],
    columns: [
      column('id', 'id'),
      column('name', 'name'),
      column('type', 'type'),
      column('active', 'active'),
      column('licence', 'license_type'),
      column('rating', 'credit_rating'),
    ],
  },
} as const satisfies Readonly<Record<string, Omit<Question, 'name'>>>

/** The command of a question. */
export function questionNamed(name: keyof typeof questions): Command {
  return questionCommand({ name, ...questions[name] })
}
