import type { InstitutionType } from '../../src/domain/institution.ts'
import type { InstitutionRow } from '../api.ts'
import { typeLabels } from '../format.ts'
import { DayField, optionsOf, SelectField, withAllOption } from '../parts/controls.tsx'

type ChangesControlsProps = {
  readonly institutions: readonly InstitutionRow[]
  readonly selected: {
    readonly type: InstitutionType | ''
    readonly direction: 'up' | 'down' | ''
    readonly since: string
    readonly institution: string
  }
  readonly onChange: (name: string, value: string) => void
}

const directionLabels = { up: 'raises only', down: 'cuts only' } as const

/** The filters of the changes. */
export function ChangesControls({ institutions, selected, onChange }: ChangesControlsProps) {
  const listed = institutions.filter(
    ({ id, type }) => selected.type === '' || type === selected.type || id === selected.institution,
  )
  const options = listed
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  // An institution that is unknown, or whose name is not loaded yet, is shown by its id.
  if (selected.institution !== '' && listed.every(({ id }) => id !== selected.institution))
    options.unshift({ value: selected.institution, label: selected.institution })
  return (
    <form class="controls" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Of"
        value={selected.type}
        options={withAllOption('Banks and finance companies', optionsOf(typeLabels))}
        onChange={(value) => onChange('type', value)}
      />
      <SelectField
        label="Institution"
        value={selected.institution}
        options={withAllOption('All', options)}
        onChange={(value) => onChange('institution', value)}
      />
      <SelectField
        label="Direction"
        value={selected.direction}
        options={withAllOption('Raises and cuts', optionsOf(directionLabels))}
        onChange={(value) => onChange('direction', value)}
      />
      <DayField label="Since" value={selected.since} onChange={(day) => onChange('since', day)} />
    </form>
  )
}
