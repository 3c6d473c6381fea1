import type { TObject, TSchema } from 'typebox'
import { eventPlacePattern } from '../../../book/query/ids.ts'
import { isHttps, type Operator } from '../../../domain/book-settings.ts'
import type { Endpoint, Tag } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { isEvents, isList, isLog, isPaged, mediaTypesOf } from '../formats/format.ts'
import { problemStatuses, problemTitle, type ProblemStatus } from '../http-response.ts'
import { pathParameterOf } from '../schema/parameters.ts'
import type { ParameterSchema } from '../schema/read-query.ts'
import { version } from '../site.ts'

/** The OpenAPI 3.1 document. */
export type OpenApi = ReturnType<typeof openApi>

/** One operation of the document. */
export type Operation = {
  readonly operationId: string
  readonly tags: readonly Tag[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly responses: Readonly<Record<string, ResponseObject>>
}

/** One parameter of an operation. */
export type Parameter = {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required: boolean
  readonly description: string
  readonly schema: TSchema
  /** A value from the sample market. Tools read it here, not in the schema. */
  readonly example?: unknown
}

type ResponseObject = {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

/** The description of the service in every document. */
export const about =
  'Published fixed-deposit rates of the banks and finance companies of one country. Read-only. Decimals are strings that keep the precision of the source. Rates are informational, may change without notice and are not financial advice.'
/** The warning for a market that was built from samples. */
export const sampleNotice = 'Sample data: these are not current rates.'

/** The statuses of requests that the server refuses at every path. */
const httpStatuses = [400, 405, 408, 414, 431, 500, 501, 505] as const

const tagDescriptions: Readonly<Record<Tag, string>> = {
  Rates: 'What institutions offer, what changed, and how fresh it is.',
  Evidence: 'Where each figure comes from, and which were corrected.',
  Book: 'Everything that happened, in order, with what proves it.',
  Server: 'The state of the server, and who runs it.',
}

type DocumentOptions = {
  readonly basePath?: string
  readonly isSample?: boolean
  readonly operator?: Operator
}

/** The OpenAPI document, made from the table of endpoints. Servers differ in `servers` and `contact` only. */
export function openApi({ basePath = '', isSample = false, operator = {} }: DocumentOptions = {}) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Ratebook',
      version,
      description: about,
      contact: contactOf(operator),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: basePath === '' ? '/' : basePath,
        ...(isSample && { description: sampleNotice }),
        'x-ratebook-sample': isSample,
      },
    ],
    // The API needs no key.
    security: [],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries<{ readonly get: Operation }>(
      endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint) }]),
    ),
    components: {
      schemas: { ...recordSchemas(), Problem: problemSchema } as Readonly<Record<string, object>>,
      headers: { ...dataHeaders, ...pageHeaders, ...eventHeaders },
    },
  }
}

/** The operator; without that setting, the address of `/about`. */
function contactOf({ name = 'The operator of this server', contact }: Operator) {
  if (contact === undefined) return { name, url: 'about' }
  return isHttps(contact) ? { name, url: contact } : { name, email: contact }
}

/** The schema of one record of each endpoint, by its name. */
function recordSchemas(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    endpoints.map(({ recordName, response }: Endpoint) => [
      recordName,
      'items' in response ? (response.items as object) : response,
    ]),
  )
}

function operation(endpoint: Endpoint): Operation {
  const inPath = pathParameterOf(endpoint.path)
  const path: Parameter[] = inPath === undefined ? [] : [{ ...inPath, in: 'path', required: true }]
  const parameters = [...path, ...queryParameters(endpoint.query)]
  const { name, tag, summary, description } = endpoint
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    parameters,
    responses: responses(endpoint, inPath !== undefined, parameters),
  }
}

/** The query parameters of an operation. */
export function queryParameters({ properties, required }: TObject): Parameter[] {
  const names: readonly string[] = required ?? []
  return Object.entries<ParameterSchema>(properties).map(([name, property]) => {
    const { description = '', ...schema } = property
    return {
      name,
      in: 'query',
      required: names.includes(name) && schema.default === undefined,
      description,
      schema,
      ...(schema.examples !== undefined && { example: schema.examples[0] }),
    }
  })
}

function responses(
  endpoint: Endpoint,
  hasId: boolean,
  parameters: readonly Parameter[],
): Operation['responses'] {
  const headers = endpoint.isProbe === true ? {} : referencesTo(dataHeaders)
  const success = {
    description: endpoint.summary,
    headers: {
      ...headers,
      ...((isPaged(endpoint) || endpoint.linksEvidence === true) && referencesTo(pageHeaders)),
      ...((isEvents(endpoint) || isLog(endpoint)) && referencesTo(eventHeaders)),
    },
    content: contentOf(endpoint),
  }
  const problems: ProblemStatus[] = [...httpStatuses]
  // A server without a signing key may have no checkpoint.
  if (hasId || endpoint.path.startsWith('/checkpoint')) problems.push(404)
  if (parameters.some((parameter) => parameter.in === 'query')) problems.push(422)
  if (endpoint.isProbe !== true) problems.push(429)
  problems.push(503)
  const notModified = { description: 'The client’s copy is still current.', headers }
  const all: Record<string, ResponseObject> = { 200: success, 304: notModified }
  if (endpoint.path.endsWith('/{id}')) all[301] = moved
  for (const status of problems) all[status] = problemResponse(status)
  return all
}

const moved: ResponseObject = {
  description:
    'The id is one as earlier versions wrote it, such as `57.10`; `Location` has the address with `p57-10`.',
}

/** Every media type that a client may request with `Accept` or with an extension of the path. */
function contentOf(endpoint: Endpoint): Readonly<Record<string, { readonly schema: object }>> {
  const record = { $ref: `#/components/schemas/${endpoint.recordName}` }
  const main = isList(endpoint) ? { type: 'array', items: record } : record
  const text = { type: 'string' }
  return Object.fromEntries(
    mediaTypesOf(endpoint).map((type, index) => [type, { schema: index === 0 ? main : text }]),
  )
}

function problemResponse(status: ProblemStatus): ResponseObject {
  const schema = { $ref: '#/components/schemas/Problem' }
  return { description: problemTitle(status), content: { 'application/problem+json': { schema } } }
}

const problemSchema = {
  type: 'object',
  description: 'An error (RFC 9457).',
  required: ['type', 'title', 'status', 'detail'],
  additionalProperties: false,
  properties: {
    type: { const: 'about:blank' },
    title: { enum: problemStatuses.map(problemTitle) },
    status: { enum: [...problemStatuses] },
    detail: { type: 'string', description: 'An explanation for people.' },
    errors: {
      type: 'array',
      description: 'Every wrong parameter (422).',
      minItems: 1,
      items: {
        type: 'object',
        required: ['parameter', 'message'],
        additionalProperties: false,
        properties: { parameter: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

/** The target of an example request: the path with the examples of the required parameters. */
export function exampleTarget(path: string, parameters: readonly Parameter[]): string {
  const required = parameters.filter((parameter) => parameter.required)
  const example = ({ schema }: Parameter): string =>
    String((schema as { readonly examples?: readonly unknown[] }).examples?.[0])
  const query = required
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${parameter.name}=${example(parameter)}`)
  const filled = required
    .filter((parameter) => parameter.in === 'path')
    .reduce((target, parameter) => target.replace(`{${parameter.name}}`, example(parameter)), path)
  return filled + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/** The headers of every answer from the market. */
const dataHeaders = {
  ETag: {
    description: 'A strong validator; each encoding has its own.',
    schema: { type: 'string' },
  },
  'Last-Modified': {
    description:
      'The instant of the book’s last entry, or the later instant at which time alone last changed the answer.',
    schema: { type: 'string' },
  },
  'Ratebook-Position': {
    description: 'The position of the book that the answer was computed from.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
}

/** The header of a page of a longer list. */
const pageHeaders = {
  Link: {
    description:
      'Absolute addresses: of the previous and next pages, `rel="prev"` and `rel="next"`, if there are any. Current offers and history of one institution name its receipts with `rel="describedby"`.',
    schema: { type: 'string' },
  },
}

/** The headers of a page of events. */
const eventHeaders = {
  Link: pageHeaders.Link,
  'Ratebook-Reached': {
    description:
      'The `after` of the next request: every event up to this place was returned or left out by a filter.',
    schema: { type: 'string', pattern: eventPlacePattern },
  },
}

/** References to headers that the document describes under `components`. */
function referencesTo(headers: object): Record<string, object> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
