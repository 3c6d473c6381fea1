import type { Command } from 'commander'
import type { Attribution, Decision } from '../../domain/entry.ts'
import { appendDecision, type DecisionOutcome } from '../../publish/review/append-review.ts'
import { instantSource, now } from '../clock.ts'
import { Failure } from '../../domain/failure.ts'
import { withStore } from '../open-store.ts'
import {
  appendingCommand,
  attributionOf,
  attributionOptions,
  type DatabaseOption,
  type InstantOptions,
} from '../options.ts'
import { print, tell } from '../output.ts'
import { readPosition } from './read-position.ts'

type Options = DatabaseOption & InstantOptions & Attribution & { readonly by: string }

/** `ratebook review approve` */
export const approve = decidingCommand(
  'approve',
  'approved',
  'approve a held sheet; it is published once enough reviewers have approved it',
  'ratebook review approve 12 --by a-perera',
)

/** `ratebook review reject` */
export const reject = decidingCommand(
  'reject',
  'rejected',
  'reject a held sheet, and say why with --note; the figures that stand go on',
  'ratebook review reject 12 --by a-perera --note "6.25 is the rate of the line above"',
)

function decidingCommand(
  name: string,
  decision: Decision,
  description: string,
  example: string,
): Command {
  const deciding = appendingCommand(name, description, example)
  for (const option of attributionOptions())
    deciding.addOption(
      option.makeOptionMandatory(option.long === '--by' || decision === 'rejected'),
    )
  return deciding
    .argument('<position>', 'the position of the held sheet')
    .action(async (given: string, { database, by, ...options }: Options) => {
      const hold = readPosition(given)
      const source = instantSource(options)
      const request = { ...attributionOf({ ...options, by }), by, hold, decision }
      const outcome = await withStore(
        database,
        'write',
        (store) => appendDecision(store, request, source),
        now,
      )
      if (outcome.warning !== undefined) tell(outcome.warning)
      if (outcome.kind === 'refused') throw new Failure('refused', outcome.problem)
      print(outcomeText(hold, outcome, decision))
    })
}

function outcomeText(
  hold: number,
  outcome: Exclude<DecisionOutcome, { kind: 'refused' }>,
  decision: Decision,
): string {
  if (outcome.kind === 'unchanged')
    return `position ${hold}: unchanged, ${decision} already at position ${outcome.position}`
  const { entry } = outcome
  const decided = `${entry.institutionId}: the sheet held at position ${hold} was ${decision}`
  return decision === 'rejected'
    ? `${decided} at position ${entry.position}`
    : publishedText(decided, outcome)
}

/** The text of an approval and its effect; `text` begins the sentence. */
export function publishedText(
  text: string,
  { entry, published }: Extract<DecisionOutcome, { kind: 'decided' }>,
): string {
  const decided = `${text} at position ${entry.position}`
  if (published === undefined) return `${decided}; another reviewer must approve it, too`
  const { position, changes } = published
  return `${decided} and published at position ${position}, ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`
}
