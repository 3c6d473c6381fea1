import type { InstitutionType } from '../../src/domain/institution.ts'
import type { InstitutionRow } from '../api/api.ts'
import { useMessages } from '../app/app-context.ts'
import { quote } from '../rates/format.ts'
import type { Messages } from '../messages/messages.ts'
import { SelectField, withAllOption } from './controls.tsx'
import { useSetFilter } from './filter-bar.tsx'

type InstitutionFieldProps = {
  /** All institutions; none while they are loading. */
  readonly institutions: readonly InstitutionRow[]
  /** Only institutions of this type are listed. */
  readonly type: InstitutionType | ''
  /** An institution id; empty for all. */
  readonly value: string
}

/** The filter by institution. */
export function InstitutionField({ institutions, type, value }: InstitutionFieldProps) {
  const { filters } = useMessages()
  const set = useSetFilter()
  const listed = institutions.filter((row) => type === '' || row.type === type || row.id === value)
  const options = listed
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  // An institution that is unknown, or whose name is not loaded yet, is shown by its id.
  if (value !== '' && listed.every(({ id }) => id !== value))
    options.unshift({ value, label: value })
  return (
    <SelectField
      label={filters.institution}
      value={value}
      options={withAllOption(filters.all, options)}
      onChange={(id, options) => set('institution', id, options)}
    />
  )
}

/** The error of an address that names an unknown institution; none while the institutions are loading. */
export function institutionErrors(
  institution: string,
  institutions: readonly InstitutionRow[] | undefined,
  { errors }: Messages,
): readonly string[] {
  const isUnknown =
    institution !== '' && institutions?.every(({ id }) => id !== institution) === true
  return isUnknown ? [errors.unknownInstitution({ id: quote(institution) })] : []
}
