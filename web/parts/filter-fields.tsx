import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
  type Decimal,
} from '../../src/domain/decimal.ts'
import type { InstitutionType } from '../../src/domain/institution.ts'
import { hasTerms, type Payout, type TermsFilter, type Variant } from '../../src/domain/offer.ts'
import type { EvidenceRow, InstitutionRow, SummaryRow } from '../api/api.ts'
import { useMessages } from '../app/app-context.ts'
import type { Messages } from '../messages/messages.ts'
import { quote, termsOf } from '../rates/format.ts'
import { groupBy } from '../rates/group-by.ts'
import { usualTenuresOf } from '../rates/matrix-rows.ts'
import { optionsOf, withAllOption, SelectField, type SelectOption } from './controls.tsx'
import { useSetFilter } from './filter-bar.tsx'

/** Banks, finance companies, or both. */
export function TypeField({ value }: { readonly value: InstitutionType | '' }) {
  const { filters, words } = useMessages()
  const set = useSetFilter()
  return (
    <SelectField
      label={filters.type}
      value={value}
      options={withAllOption(words.bothTypes, optionsOf(words.types))}
      onChange={(type, options) => set('type', type, options)}
    />
  )
}

type PayoutFieldProps = {
  /** Empty for any. */
  readonly value: Payout | ''
  /** The label of the choice of any payout, where there is one. */
  readonly anyLabel?: string
  /** The payout that the address need not name. */
  readonly preset?: Payout | ''
}

export function PayoutField({ value, anyLabel, preset = 'maturity' }: PayoutFieldProps) {
  const { filters, words } = useMessages()
  const set = useSetFilter()
  const options = optionsOf(words.payouts)
  return (
    <SelectField<Payout | ''>
      label={filters.payout}
      value={value}
      options={anyLabel === undefined ? options : withAllOption(anyLabel, options)}
      onChange={(payout, change) =>
        set('payout', payout === preset ? '' : payout === '' ? 'any' : payout, change)
      }
    />
  )
}

type VariantFieldProps = {
  /** Empty for all. */
  readonly value: Variant | ''
  readonly allLabel?: string
}

export function VariantField({ value, allLabel }: VariantFieldProps) {
  const { filters, words } = useMessages()
  const set = useSetFilter()
  const options = optionsOf(words.variants)
  return (
    <SelectField<Variant | ''>
      label={filters.variant}
      value={value}
      options={allLabel === undefined ? options : withAllOption(allLabel, options)}
      onChange={(variant, change) => set('variant', variant, change)}
    />
  )
}

type TenureFieldProps = {
  /** Empty for any. */
  readonly value: Decimal | ''
  /** The summary of the whole market, from which the tenures are listed; `undefined` while it is loading. */
  readonly summary: readonly SummaryRow[] | undefined
  /** The other filters of the view. */
  readonly filter: Omit<TermsFilter, 'tenure'>
  /** The type of the institutions that the view lists; without it, the choices have no counts. Empty for all. */
  readonly type?: InstitutionType | ''
  /** The offers that the view shows. If some are ranges, the usual tenures can be chosen, too. */
  readonly offers?: readonly EvidenceRow[]
  /** The label of the choice of any tenure, where there is one. */
  readonly anyLabel?: string
}

export function TenureField(props: TenureFieldProps) {
  const { value, offers = [], anyLabel } = props
  const messages = useMessages()
  const set = useSetFilter()
  const selected = value === '' ? [] : [canonicalDecimal(value)]
  const tenures = tenureOptions(props, [...selected, ...usualTenuresOf(offers)], messages)
  return (
    <SelectField
      label={messages.filters.tenure}
      value={value === '' ? 'any' : canonicalDecimal(value)}
      options={[...(anyLabel === undefined ? [] : [{ value: 'any', label: anyLabel }]), ...tenures]}
      onChange={(tenure, options) => set('tenure', tenure, options)}
    />
  )
}

/**
 * The tenures at which offers begin, and some others, shortest first. Counts need one payout and variant, as an institution may be
 * in several groups of the summary, and a group of each type: it has none of a type whose ranges only include the tenure.
 */
function tenureOptions(
  { summary = [], filter: { payout, variant }, type }: TenureFieldProps,
  others: readonly CanonicalDecimal[],
  { filters, words }: Messages,
): SelectOption<string>[] {
  const listed = summary.filter(
    (row) =>
      hasTerms(termsOf(row), { payout, variant }) && (!type || row.institution_type === type),
  )
  const types = new Set(listed.map((row) => row.institution_type)).size
  const hasCounts = type !== undefined && payout !== undefined && variant !== undefined
  const byTenure = groupBy(listed, (row) => canonicalDecimal(termsOf(row).tenure))
  return [...new Set([...byTenure.keys(), ...others])].toSorted(compareDecimals).map((value) => {
    const tenure = words.tenure(value)
    const groups = byTenure.get(value) ?? []
    if (!hasCounts || groups.length === 0 || groups.length < types) return { value, label: tenure }
    const count = groups.reduce((sum, row) => sum + row.institution_count, 0)
    return {
      value,
      label: filters.tenureOption({ tenure, institutions: words.institutions(count) }),
    }
  })
}

/** Whether a view counts older rates. */
export function StaleSwitch({ value }: { readonly value: boolean }) {
  const { filters } = useMessages()
  const set = useSetFilter()
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => set('stale', event.currentTarget.checked ? 'yes' : '')}
      />
      {filters.stale}
    </label>
  )
}

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
