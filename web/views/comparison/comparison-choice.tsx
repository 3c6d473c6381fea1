import { useId, useState } from 'preact/hooks'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import type { InstitutionRow } from '../../api/api.ts'
import type { Background } from '../../api/background.ts'
import { useApp } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { nameKey, quote } from '../../rates/format.ts'
import { mostCompared, type MatrixRow } from '../../rates/matrix-rows.ts'
import { sortRows } from '../../rates/matrix-sort.ts'

type ComparisonChoiceProps = {
  readonly chosen: readonly string[]
  readonly tenure: Decimal
  /** The rates of all institutions on the terms of the view. */
  readonly rows: readonly MatrixRow[]
  readonly background: Background
}

/** The institutions that are compared, each with a button that removes it, and a field that adds one by name. */
export function ComparisonChoice({ chosen, tenure, rows, background }: ComparisonChoiceProps) {
  const { route, messages } = useApp()
  const { matrix } = messages
  const set = useSetFilter()
  if (route.isEmbedded) return null
  const choose = (ids: readonly string[]): void => set('institutions', ids.join(','))
  return (
    <>
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((id) => {
            const name = background.institutions.get(id)?.name ?? id
            return (
              <li key={id}>
                {name}
                <button
                  type="button"
                  aria-label={matrix.remove({ name })}
                  onClick={() => choose(chosen.filter((one) => one !== id))}
                >
                  ×
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {chosen.length < mostCompared && (
        <AddField
          institutions={background.institutions}
          chosen={chosen}
          onAdd={(id) => choose([...chosen, id])}
        />
      )}
      {chosen.length === 0 && <Suggestion tenure={tenure} rows={rows} />}
    </>
  )
}

type AddFieldProps = {
  readonly institutions: Background['institutions']
  readonly chosen: readonly string[]
  readonly onAdd: (id: string) => void
}

/** The most names that are listed below the field. */
const mostListed = 8

/**
 * A field that lists the institutions whose names contain the text. Its button adds one, and is disabled until the text is a name,
 * or a part that only one has.
 */
function AddField({ institutions, chosen, onAdd }: AddFieldProps) {
  const { matrix } = useApp().messages
  const id = useId()
  const [text, setText] = useState('')
  const key = nameKey(text)
  const matching = [...institutions.values()].filter(
    (row) => key !== '' && !chosen.includes(row.id) && nameKey(row.name).includes(key),
  )
  const found =
    matching.find(({ name }) => nameKey(name) === key) ??
    (matching.length === 1 ? matching[0] : undefined)
  const add = (row: InstitutionRow | undefined): void => {
    if (row === undefined) return
    setText('')
    onAdd(row.id)
  }
  return (
    <form
      class="adding"
      onSubmit={(event) => {
        event.preventDefault()
        add(found)
      }}
    >
      <div class="control">
        <label for={id}>{matrix.add}</label>
        <input
          id={id}
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <button type="submit" disabled={found === undefined}>
        {matrix.addButton}
      </button>
      <div class="matches" role="status">
        {key !== '' && matching.length === 0 && matrix.nobodyFound({ text: quote(text.trim()) })}
        {matching.slice(0, mostListed).map((row) => (
          <button key={row.id} type="button" translate={false} onClick={() => add(row)}>
            {row.name}
          </button>
        ))}
      </div>
    </form>
  )
}

/** The number of institutions that the page suggests. */
const suggested = 3

/** The confirmed institutions with the highest rates, to begin with. */
function Suggestion({ tenure, rows }: Pick<ComparisonChoiceProps, 'tenure' | 'rows'>) {
  const { matrix } = useApp().messages
  const column = canonicalDecimal(tenure)
  const best = sortRows(
    rows.filter(({ cells }) => cells.get(column)?.offer.is_stale === false),
    { column, isReversed: false },
  ).slice(0, suggested)
  if (best.length === 0)
    return <EmptyState title={matrix.noneChosen}>{matrix.chooseHeading}</EmptyState>
  const names = best.map(({ name }) => name).join(', ')
  const ids = best.map(({ institution_id: id }) => id).join(',')
  return (
    <EmptyState title={matrix.noneChosen}>
      {matrix.suggestion({ names })}{' '}
      <Link to={`comparison?institutions=${encodeURIComponent(ids)}`}>
        {matrix.startWith({ names })}
      </Link>
    </EmptyState>
  )
}
