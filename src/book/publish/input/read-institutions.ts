import {
  institutionTypes,
  insuranceStatuses,
  type Institution,
  type Insurance,
} from '../../../domain/institution.ts'
import {
  boolean,
  currency,
  day,
  decimal,
  describeValue,
  identifier,
  oneOf,
  optional,
  orNull,
  readObject,
  required,
  text,
  url,
  wholeNumber,
  type Field,
} from './fields.ts'
import { collectProblems, type InputProblem } from './problem.ts'
import { readJson, readText } from './read-file.ts'

const insuranceShape = {
  status: required(oneOf('insurance status', insuranceStatuses)),
  amount: optional(decimal('insured amount', (value) => /[1-9]/.test(value), 'above zero')),
  currency: optional(currency),
  scheme: optional(text),
  address: optional(url),
  since: optional(day),
}

/** How deposits are insured, in the record of an institution or in the settings of the book. */
export const insurance: Field<Insurance> = (value, location, refuse) => {
  const read = readObject(value, insuranceShape, location, refuse)
  if (read?.status === undefined) return undefined
  for (const key of ['amount', 'currency'] as const) {
    const isThere = Object.hasOwn(value as object, key)
    if (read.status === 'insured_up_to' && !isThere)
      refuse(
        'missing-key',
        `${location}.${key}`,
        `The ${key} is missing; the status insured_up_to needs it.`,
      )
    if (read.status !== 'insured_up_to' && isThere)
      refuse(
        'unknown-key',
        `${location}.${key}`,
        `The key belongs to the status insured_up_to, not to ${read.status}; remove it.`,
      )
  }
  const { status, ...others } = read
  const given = Object.entries(others).filter(([, one]) => one !== undefined)
  return { status, ...(Object.fromEntries(given) as Omit<Insurance, 'status'>) }
}

const shape = {
  id: required(identifier),
  name: required(text),
  type: required(oneOf('institution type', institutionTypes)),
  website: required(url),
  active: required(boolean),
  license_type: required(text),
  credit_rating: required(orNull(text)),
  rating_agency: required(orNull(text)),
  rating_updated: required(orNull(day)),
  stale_after_days: required(wholeNumber('number of days', 1, 3650)),
  insurance: optional(insurance),
}

/** The keys of a record that have another name in the API. */
export const wireNames = {
  licenseType: 'license_type',
  creditRating: 'credit_rating',
  ratingAgency: 'rating_agency',
  ratingUpdated: 'rating_updated',
  staleAfterDays: 'stale_after_days',
} as const

/** Reads a JSON array of institutions, in the API's field names plus `stale_after_days`. Reports all problems at once. */
export function readInstitutions(bytes: Uint8Array): {
  readonly institutions: readonly Institution[]
  readonly problems: readonly InputProblem[]
} {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse)
  const value = source === undefined ? undefined : readJson(source, refuse)
  if (value === undefined) return { institutions: [], problems }
  if (!Array.isArray(value)) {
    refuse('wrong-type', '', `${describeValue(value)} is not a JSON array of institutions.`)
    return { institutions: [], problems }
  }
  const keys = new Map(
    Object.entries(wireNames).map(([key, name]): [string, string] => [name, key]),
  )
  const seen = new Map<string, number>()
  const institutions = value.map((item: unknown, index) => {
    const read = readObject(item, shape, `[${index}]`, refuse)
    const earlier = read?.id === undefined ? undefined : seen.get(read.id)
    if (earlier !== undefined) {
      refuse(
        'duplicate-institution',
        `[${index}].id`,
        `The institution ${read?.id} is also at [${earlier}]; keep one.`,
      )
    }
    if (read?.id !== undefined) seen.set(read.id, earlier ?? index)
    const given = Object.entries(read ?? {}).map(([key, one]) => [keys.get(key) ?? key, one])
    return Object.fromEntries(given) as Institution
  })
  // Without problems every required key is there, so every record is complete.
  return { institutions: problems.length === 0 ? institutions : [], problems }
}
