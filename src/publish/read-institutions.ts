import { institutionTypes, type Institution } from '../domain/institution.ts'
import { day, flag, identifier, oneOf, orNull, shown, text, url, whole } from './fields.ts'
import { collectProblems, type Problem } from './problem.ts'
import { readJson } from './read-json.ts'
import { readObject, required } from './read-object.ts'
import { readText } from './read-text.ts'

const shape = {
  id: required(identifier),
  name: required(text),
  type: required(oneOf('institution type', institutionTypes)),
  website: required(url),
  active: required(flag),
  license_type: required(text),
  credit_rating: required(orNull(text)),
  rating_agency: required(orNull(text)),
  rating_updated: required(orNull(day)),
  stale_after_days: required(whole('number of days', 1, 3650)),
}

/** Reads a JSON array of institutions in the API's words plus `stale_after_days`, with all of its problems at once. */
export function readInstitutions(bytes: Uint8Array): {
  readonly institutions: readonly Institution[]
  readonly problems: readonly Problem[]
} {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse)
  const value = source === undefined ? undefined : readJson(source, refuse)
  if (value === undefined) return { institutions: [], problems }
  if (!Array.isArray(value)) {
    refuse('wrong-type', '', `${shown(value)} is not a JSON array of institutions.`)
    return { institutions: [], problems }
  }
  const seen = new Map<string, number>()
  const institutions = value.map((item: unknown, index) => {
    const read = readObject(item, shape, `[${index}]`, refuse)
    const earlier = read?.id === undefined ? undefined : seen.get(read.id)
    if (earlier !== undefined) {
      refuse(
        'duplicate-institution',
        `[${index}].id`,
        `The institution ${read?.id} stands at [${earlier}] too; keep one.`,
      )
    }
    if (read?.id !== undefined) seen.set(read.id, earlier ?? index)
    return {
      id: read?.id,
      name: read?.name,
      type: read?.type,
      website: read?.website,
      active: read?.active,
      licenseType: read?.license_type,
      creditRating: read?.credit_rating,
      ratingAgency: read?.rating_agency,
      ratingUpdated: read?.rating_updated,
      staleAfterDays: read?.stale_after_days,
    }
  })
  // Every key is required, so a list without problems has them all.
  return { institutions: problems.length === 0 ? (institutions as Institution[]) : [], problems }
}
