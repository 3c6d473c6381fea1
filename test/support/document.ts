import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi, type OpenApi, type Operation } from '../../src/serve/http/docs/openapi.ts'

/** The parts of a JSON schema that tests read. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly items?: Schema
  /** The kinds of a record. */
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** A response as tests compare it. */
export type Received = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The OpenAPI document as a client reads it. */
export const document = JSON.parse(JSON.stringify(openApi())) as OpenApi

// `test/serve/spec/openapi.test.ts` validates the schemas themselves.
const ajv = new Ajv2020({ allErrors: true, strict: true, validateSchema: false })
formats.default(ajv)
// Declare the keywords of OpenAPI, because Ajv reports unknown keywords as errors.
ajv.addVocabulary(Object.keys(document))
ajv.addSchema(document, 'openapi')
const validators = new Map<string, ValidateFunction>()

/** Validates a value against the schema at a path in the document. Returns the errors, or an empty string. */
export function errorsAt(path: readonly string[], value: unknown): string {
  const pointer = path.map((key) =>
    encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  const $ref = `openapi#/${pointer.join('/')}`
  const validate = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, validate)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

/** The documented path of a target and its operation. */
function operationAt(target: string): { path: string; operation: Operation } | undefined {
  const pathname = target.split('?', 1)[0] ?? ''
  for (const [path, { get }] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`)
    if (pattern.test(pathname)) return { path, operation: get }
  }
  return undefined
}

/** The schema of a successful response: of JSON, or of the text of an endpoint without JSON. Its records are references. */
export function responseSchema(operation: Operation): Schema {
  const [content] = Object.values(operation.responses['200']?.content ?? {})
  return content?.schema as Schema
}

/** Whether a path answers with a text, not with JSON. */
export function isTextPath({ responses }: Operation): boolean {
  return !('application/json' in (responses['200']?.content ?? {}))
}

/** The schema of the records of a successful response: of the items of a list, or of the object itself. */
export function recordSchema(operation: Operation): Schema {
  const schema = responseSchema(operation)
  return resolved(schema.items ?? schema)
}

/** The schema that a reference within the document names, or the schema itself. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const keys = schema.$ref.replace(/^#\//, '').split('/')
  return keys.reduce<unknown>(
    (place, key) => (place as Readonly<Record<string, unknown>>)[key],
    document,
  ) as Schema
}

/** Checks a response against the document: status, headers, media type, body and the order of its keys. */
export function checkDocumented(target: string, received: Received): void {
  const { status, headers, body } = received
  assert.equal(headers['access-control-allow-origin'], '*', `${target}: CORS`)
  if (status >= 400) checkProblem(target, received)
  const found = operationAt(target)
  if (found === undefined) return
  const { path, operation } = found
  const response = operation.responses[status]
  assert.ok(response, `${target}: ${status} is not documented`)
  for (const name of Object.keys(response.headers ?? {})) {
    const value = headers[name.toLowerCase()]
    const isEmptyBook = headers['ratebook-position'] === '0'
    if (name === 'Last-Modified' && isEmptyBook) continue
    // A list that fits on one page has no links.
    if (name === 'Link' && value === undefined) continue
    assert.equal(
      errorsAt(['components', 'headers', name, 'schema'], value),
      '',
      `${target}: ${name}`,
    )
  }
  const [type] = Object.keys(response.content ?? {})
  assert.equal(headers['content-type'], type, `${target}: content type`)
  if (type === undefined) return
  const schema = ['paths', path, 'get', 'responses', String(status), 'content', type, 'schema']
  const value: unknown = /[/+]json$/.test(type) ? JSON.parse(body) : body
  assert.equal(errorsAt(schema, value), '', `${target}: ${body.slice(0, 500)}`)
  if (status === 200) checkKeyOrder(recordSchema(operation), value)
}

function checkProblem(target: string, { status, headers, body }: Received): void {
  assert.equal(headers['content-type'], 'application/problem+json', target)
  assert.equal(headers['cache-control'], 'no-store', target)
  const problem = JSON.parse(body) as { status: number }
  assert.equal(errorsAt(['components', 'schemas', 'Problem'], problem), '', `${target}: ${body}`)
  assert.equal(problem.status, status, target)
  assert.doesNotMatch(body, /\bat .*:\d+|node_modules|\.ts\b/, `${target}: shows internals`)
}

function checkKeyOrder(schema: Schema, value: unknown): void {
  if (schema.type === 'string') return
  for (const row of [value].flat() as object[]) {
    const keys = Object.keys(row)
    const kinds = (schema.anyOf ?? [schema]).map(({ properties = {} }) => Object.keys(properties))
    // Optional fields may be absent; the schema requires the others.
    const present = kinds.map((names) => names.filter((name) => keys.includes(name)))
    const fields = present.find((names) => names.toString() === keys.toString())
    assert.deepEqual(keys, fields ?? kinds[0])
  }
}
