import type { InstitutionType } from '../../src/domain/institution.ts'
import type { InstitutionRow } from '../api.ts'
import { quote, typeLabels } from '../format.ts'
import { optionsOf, SelectField, withAllOption } from './controls.tsx'

type InstitutionFiltersProps = {
  /** All institutions; none while they are loading. */
  readonly institutions: readonly InstitutionRow[]
  readonly type: InstitutionType | ''
  /** An institution id; empty for all. */
  readonly institution: string
  readonly onChange: (name: 'type' | 'institution', value: string) => void
}

/** The filters by type and by institution. */
export function InstitutionFilters(props: InstitutionFiltersProps) {
  const { institutions, type, institution, onChange } = props
  const listed = institutions.filter(
    (row) => type === '' || row.type === type || row.id === institution,
  )
  const options = listed
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
  // An institution that is unknown, or whose name is not loaded yet, is shown by its id.
  if (institution !== '' && listed.every(({ id }) => id !== institution))
    options.unshift({ value: institution, label: institution })
  return (
    <>
      <SelectField
        label="Of"
        value={type}
        options={withAllOption('Banks and finance companies', optionsOf(typeLabels))}
        onChange={(value) => onChange('type', value)}
      />
      <SelectField
        label="Institution"
        value={institution}
        options={withAllOption('All', options)}
        onChange={(value) => onChange('institution', value)}
      />
    </>
  )
}

/** What is wrong with an institution of an address: nothing while the institutions are loading. */
export function institutionErrors(
  institution: string,
  institutions: readonly InstitutionRow[] | undefined,
): readonly string[] {
  const isUnknown =
    institution !== '' && institutions?.every(({ id }) => id !== institution) === true
  if (!isUnknown) return []
  return [
    `The address has institution ${quote(institution)}, which is not in the book; choose another.`,
  ]
}
