import type { TSchema } from 'typebox'
import { readableIdPattern } from '../../query/ids.ts'
import { evidenceId, institutionId } from '../records/wire-types.ts'

/** The parameter at the end of a path. */
export type PathParameter = {
  readonly name: string
  readonly description: string
  readonly schema: TSchema
  /** A value from the sample market. */
  readonly example: string
}

const pathParameters: readonly PathParameter[] = [
  {
    name: 'institution_id',
    description: 'An institution’s identifier.',
    schema: institutionId.schema,
    example: 'peoples-bank',
  },
  {
    name: 'id',
    description:
      'The id of a published figure: the position of its rate sheet, and the place of the offer in it. `/evidence` and `/events` have the ids.',
    schema: {
      ...evidenceId.schema,
      pattern: readableIdPattern,
      title: 'the id of a published figure, such as p69-3',
    },
    example: 'p69-3',
  },
]

/** The parameter at the end of a path; `undefined` if the path has none. */
export function pathParameterOf(path: string): PathParameter | undefined {
  return pathParameters.find(({ name }) => path.endsWith(`{${name}}`))
}
