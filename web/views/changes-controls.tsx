import type { InstitutionType } from '../../src/domain/institution.ts'
import type { InstitutionRow } from '../api.ts'
import { DayField, optionsOf, SelectField, withAllOption } from '../parts/controls.tsx'
import { InstitutionFilters } from '../parts/institution-filters.tsx'

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
  return (
    <form class="controls" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <InstitutionFilters
        institutions={institutions}
        type={selected.type}
        institution={selected.institution}
        onChange={onChange}
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
