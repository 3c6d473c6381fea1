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
import { quote, termsOf, toDecimal } from '../rates/format.ts'
import { usualTenuresOf } from '../rates/matrix-rows.ts'
import type { Messages } from '../messages/messages.ts'
import { optionsOf, SelectField, withAllOption, type SelectOption } from './controls.tsx'
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
  /** The offers that the view shows. If some are ranges, the usual tenures can be chosen, too. */
  readonly offers?: readonly EvidenceRow[]
  /** The label of the choice of any tenure, where there is one. */
  readonly anyLabel?: string
}

export function TenureField({ value, summary, filter, offers = [], anyLabel }: TenureFieldProps) {
  const messages = useMessages()
  const set = useSetFilter()
  const selected = value === '' ? [] : [canonicalDecimal(value)]
  const tenures = tenureOptions(summary, filter, selected, usualTenuresOf(offers), messages)
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
 * The tenures at which offers begin, the selected one and the usual ones of ranges, shortest first. The number of institutions is
 * known only where one begins, and for one payout and variant: an institution may be in several groups of the summary.
 */
function tenureOptions(
  summary: readonly SummaryRow[] | undefined,
  filter: TenureFieldProps['filter'],
  selected: readonly CanonicalDecimal[],
  usual: readonly CanonicalDecimal[],
  { filters, words }: Messages,
): SelectOption<string>[] {
  const { payout, variant } = filter
  const hasCounts = summary !== undefined && payout !== undefined && variant !== undefined
  const counts = new Map<string, number>([...selected, ...usual].map((tenure) => [tenure, 0]))
  for (const row of summary ?? []) {
    const terms = termsOf(row)
    if (!hasTerms(terms, { payout, variant })) continue
    const key = canonicalDecimal(terms.tenure)
    counts.set(key, (counts.get(key) ?? 0) + row.institution_count)
  }
  return [...counts]
    .toSorted(([a], [b]) => compareDecimals(toDecimal(a), toDecimal(b)))
    .map(([value, count]) => ({
      value,
      label:
        hasCounts && (count > 0 || usual.length === 0)
          ? filters.tenureOption({
              tenure: words.tenure(value),
              institutions: words.institutions(count),
            })
          : words.tenure(value),
    }))
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
