import type { FreshnessRow, InstitutionRow, SourceRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import type { Messages } from '../../messages/messages.ts'
import { useGrowingRows, ScrollRegion, TableHead } from '../../parts/tables.tsx'

/** The data of the view of sources. */
export type SourcesData = {
  /** Older ones first. */
  readonly freshness: readonly FreshnessRow[]
  readonly institutions: readonly InstitutionRow[]
  /** The institutions whose pages are read automatically, by id. */
  readonly sources: ReadonlyMap<string, SourceRow>
}

/** A row for each institution that has published, and when its rates were confirmed. */
export function FreshnessTable({ freshness, sources }: Omit<SourcesData, 'institutions'>) {
  const { sources: texts } = useMessages()
  const { shown, more } = useGrowingRows(freshness)
  const hasRuns = sources.size > 0
  return (
    <>
      <ScrollRegion label={texts.region}>
        <table class="sources">
          <caption class="visually-hidden">{texts.caption}</caption>
          <TableHead
            heads={[
              [texts.head.institution],
              [texts.head.state],
              hasRuns && [texts.head.lastReading, 'wide-only'],
              [texts.head.published, 'wide-only'],
              [texts.head.checked, 'wide-only'],
              [texts.head.confirmed, 'wide-only'],
              [texts.head.limit, 'number wide-only'],
            ]}
          />
          <tbody>
            {shown.map((row) => (
              <InstitutionLine
                key={row.institution_id}
                row={row}
                source={sources.get(row.institution_id)}
                hasRuns={hasRuns}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more}
    </>
  )
}

type InstitutionLineProps = {
  readonly row: FreshnessRow
  readonly source: SourceRow | undefined
  /** Whether the table has a column of the last reading. */
  readonly hasRuns: boolean
}

function InstitutionLine({ row, source, hasRuns }: InstitutionLineProps) {
  const { sources: texts, words } = useMessages()
  return (
    <tr>
      <th scope="row">
        <Link to={institutionPath(row.institution_id)}>{row.name}</Link>
        <span class="details">{words.typeNouns[row.type]}</span>
      </th>
      <td>
        <span class={row.is_stale ? 'stale' : 'fresh'}>
          {texts.oldest({ age: words.freshness(row.days_since_verified, row.is_stale) })}
        </span>
        {hasRuns && (
          <span class="narrow-only">
            <span class="cell">
              <CollectionState source={source} />
            </span>
          </span>
        )}
      </td>
      {hasRuns && (
        <td class="wide-only">
          <CollectionState source={source} />
        </td>
      )}
      <td class="date wide-only">{words.shortDay(row.last_published_at)}</td>
      <td class="date wide-only">{words.shortDay(row.last_checked_at)}</td>
      <td class="date wide-only">{words.shortDay(row.last_verified_at)}</td>
      <td class="number wide-only">{row.stale_after_days}</td>
    </tr>
  )
}

type CollectionStateProps = {
  /** `undefined` if a person enters the rates of the institution. */
  readonly source: SourceRow | undefined
}

/** How the last automatic reading of an institution's page ended, and when its page is read next. */
export function CollectionState({ source }: CollectionStateProps) {
  const messages = useMessages()
  const { sources, words } = messages
  if (source === undefined) return <span class="details">{sources.byHand}</span>
  const { last_outcome: outcome, is_held: isHeld } = source
  const isWaiting = outcome === 'held' && isHeld
  return (
    <>
      <span class={isWaiting ? 'stale' : undefined}>{outcomeText(source, messages)}</span>
      <span class="details">
        <span>{words.shortDay(source.last_run_at)}</span>
        <span>{sources.next({ day: words.shortDay(source.next_due_at) })}</span>
        {outcome !== 'held' && isHeld === true && (
          <span class="stale">{sources.earlierWaiting}</span>
        )}
      </span>
    </>
  )
}

/** How the last automatic reading ended. */
export function outcomeText(
  { last_outcome: outcome, held_state: heldState }: SourceRow,
  { sources: { outcomes } }: Messages,
): string {
  return outcome === 'held' ? outcomes[heldState ?? 'held'] : outcomes[outcome]
}
