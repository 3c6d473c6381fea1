import { institutionTypes } from '../../src/domain/institution.ts'
import { addressWith } from '../address.ts'
import type { Change } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { WrongAddress } from '../parts/states.tsx'
import { TakeAlong } from '../parts/take-along.tsx'
import { readAddress } from '../read-address.ts'
import { both, useAsked } from '../use-asked.ts'
import { usePages, type PagedRows } from '../use-pages.ts'
import { dayWords, quoted } from '../words.ts'
import { ChangesControls } from './changes-controls.tsx'
import { ChangesFeed } from './changes-feed.tsx'

/** As many changes as are asked for at a time: about two screens. */
const pageSize = 50

/** Raises and cuts across the market by day, newest first; older ones as the reader comes to them. */
export function ChangesView() {
  const { api, place, go } = usePage()
  const reader = readAddress(place.query)
  const type = reader.optional('type', institutionTypes)
  const direction = reader.optional('direction', ['up', 'down'])
  const since = reader.day('since')
  const institution = reader.text('institution')
  const filter = {
    ...(type !== '' && { type }),
    ...(direction !== '' && { direction }),
    ...(since !== '' && { since }),
    ...(institution !== '' && { institution_id: institution }),
  }
  const institutions = useAsked('', async (signal) => {
    return (await api.listInstitutions({ active_only: false }, { signal })).rows
  })
  const pages = usePages(JSON.stringify(filter), (signal) =>
    api.pagesOfRateChanges({ ...filter, limit: pageSize }, { signal }),
  )
  const isUnknown =
    institution !== '' && institutions.value?.every(({ id }) => id !== institution) === true
  const wrong = isUnknown
    ? [
        `The address asks for the institution ${quoted(institution)}, which is not in the book; choose another.`,
      ]
    : []
  return (
    <>
      <Headline
        kicker="Raises and cuts, newest first"
        title="Changes"
        {...headlineOf(pages, direction)}
      />
      <ChangesControls
        institutions={institutions.value ?? []}
        asked={{ type, direction, since, institution }}
        onPick={(name, value) => go(addressWith('changes', place.query, { [name]: value }))}
      />
      <WrongAddress wrong={[...reader.wrong(), ...wrong]} />
      <TakeAlong path="rates/changes" query={{ ...filter, limit: '1000' }} isFeed />
      <ChangesFeed {...both(pages, institutions)} isFiltered={Object.keys(filter).length > 0} />
    </>
  )
}

/** What the newest day says; how many moved is said once all of that day is there, and only where no direction is left out. */
function headlineOf({ rows, isEnd }: PagedRows<Change>, direction: string) {
  const [first] = rows
  if (first === undefined) return { says: 'How rates changed' }
  const day = first.changed_at.slice(0, 10)
  const sameDay = rows.filter((row) => row.changed_at.startsWith(day))
  const isWhole = isEnd || sameDay.length < rows.length
  if (direction !== '' || !isWhole)
    return { says: `The last ${lastWords[direction] ?? 'moves'} of ${dayWords(day)}` }
  const raises = sameDay.filter((row) => row.direction === 'up').length
  const [up, down] = [`${raises}\u00A0up`, `${sameDay.length - raises}\u00A0down`]
  return { says: `The last move: ${up}, ${down} on ${dayWords(day)}` }
}

const lastWords: Readonly<Record<string, string>> = { up: 'raises', down: 'cuts' }
