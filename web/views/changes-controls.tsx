import type { InstitutionType } from '../../src/domain/institution.ts'
import type { Institution } from '../api.ts'
import { Choice, DayField, optionsOf, orAll } from '../parts/controls.tsx'
import { typeWords } from '../words.ts'

type ChangesControlsProps = {
  readonly institutions: readonly Institution[]
  readonly asked: {
    readonly type: InstitutionType | ''
    readonly direction: 'up' | 'down' | ''
    readonly since: string
    readonly institution: string
  }
  readonly onPick: (name: string, value: string) => void
}

const directions = { up: 'raises only', down: 'cuts only' } as const

/** Whose changes, which way, and since when. */
export function ChangesControls({ institutions, asked, onPick }: ChangesControlsProps) {
  const own = institutions.filter(
    ({ id, type }) => asked.type === '' || type === asked.type || id === asked.institution,
  )
  const named = own
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  // While the names are not known, and where nobody has the one that is asked for.
  if (asked.institution !== '' && own.every(({ id }) => id !== asked.institution))
    named.unshift({ value: asked.institution, label: asked.institution })
  return (
    <form class="controls" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Of"
        value={asked.type}
        options={orAll('Banks and finance companies', optionsOf(typeWords))}
        onPick={(value) => onPick('type', value)}
      />
      <Choice
        label="Institution"
        value={asked.institution}
        options={orAll('All', named)}
        onPick={(value) => onPick('institution', value)}
      />
      <Choice
        label="Direction"
        value={asked.direction}
        options={orAll('Raises and cuts', optionsOf(directions))}
        onPick={(value) => onPick('direction', value)}
      />
      <DayField label="Since" value={asked.since} onPick={(value) => onPick('since', value)} />
    </form>
  )
}
