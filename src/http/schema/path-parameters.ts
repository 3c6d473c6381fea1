import { Type, type TSchema } from 'typebox'
import { lineIdPattern, readableIdPattern } from '../../query/ids.ts'
import { institutionId, institutionIdExample } from './fields.ts'

/** The parameter at the end of a path. */
export type PathParameter = {
  readonly name: string
  readonly description: string
  readonly schema: TSchema
  /** A value from the sample market. */
  readonly example: string
}

const evidenceIdExample = 'p69-3'

/** The id of a receipt: a field of lists, and the parameter of `/evidence/{id}`. */
export const evidenceId = Type.String({
  description:
    'The id of a published figure: the position of its rate sheet, and the place of the offer among the offers of that sheet, from 1.',
  pattern: lineIdPattern,
  examples: [evidenceIdExample],
})

const pathParameters: readonly PathParameter[] = [
  {
    name: 'institution_id',
    description: 'An institution’s identifier.',
    schema: institutionId,
    example: institutionIdExample,
  },
  {
    name: 'id',
    description:
      'The id of a published figure: the position of its rate sheet, and the place of the offer in it. `/evidence` and `/events` have the ids.',
    schema: {
      ...evidenceId,
      pattern: readableIdPattern,
      title: 'the id of a published figure, such as p69-3',
    },
    example: evidenceIdExample,
  },
]

/** The parameter at the end of a path; `undefined` if the path has none. */
export function pathParameterOf(path: string): PathParameter | undefined {
  return pathParameters.find(({ name }) => path.endsWith(`{${name}}`))
}
