import { insuranceStatuses, type Insurance } from '../../../domain/institution.ts'
import {
  currency,
  day,
  decimal,
  oneOf,
  optional,
  readObject,
  required,
  text,
  url,
  type Field,
} from './fields.ts'

const shape = {
  status: required(oneOf('insurance status', insuranceStatuses)),
  amount: optional(decimal('insured amount', (value) => /[1-9]/.test(value), 'above zero')),
  currency: optional(currency),
  scheme: optional(text),
  address: optional(url),
  since: optional(day),
}

/** How deposits are insured, in the record of an institution or in the settings of the book. */
export const insurance: Field<Insurance> = (value, location, refuse) => {
  const read = readObject(value, shape, location, refuse)
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
