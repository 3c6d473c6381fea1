import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApi, type OpenApi, type Operation } from '../../src/http/docs/openapi.ts'

/** A JSON schema as the tests look into it. */
export type Schema = {
  readonly type?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** What came back over the wire. */
export type Received = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The document as a client reads it: JSON, and nothing else. */
export const document = JSON.parse(JSON.stringify(openApi())) as OpenApi

const ajv = new Ajv2020({ allErrors: true, strict: true })
formats.default(ajv)
// The document is no schema itself; its own keywords are known, so that every other unknown one is an error.
ajv.addVocabulary(Object.keys(document))
ajv.addSchema(document, 'openapi')
const validators = new Map<string, ValidateFunction>()

/** Says what is wrong with a value against the schema at a place of the document; empty if nothing. */
export function wrongAt(place: readonly string[], value: unknown): string {
  const pointer = place.map((key) =>
    encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  const $ref = `openapi#/${pointer.join('/')}`
  const validate = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, validate)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

/** The documented path that a target is of, and its operation. */
export function operationAt(target: string): { path: string; operation: Operation } | undefined {
  const asked = target.split('?', 1)[0] ?? ''
  for (const [path, { get }] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`)
    if (pattern.test(asked)) return { path, operation: get }
  }
  return undefined
}

/** The schema of an operation's 200. */
export function answerSchema(operation: Operation): Schema {
  return operation.responses['200']?.content?.['application/json']?.schema as Schema
}

/** Checks an answer against the document: the status, the headers, the media type, the body, the order of its keys. */
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
    // Of a list that is one page there is nothing before or after it.
    if (name === 'Link' && value === undefined) continue
    assert.equal(
      wrongAt(['components', 'headers', name, 'schema'], value),
      '',
      `${target}: ${name}`,
    )
  }
  const [type] = Object.keys(response.content ?? {})
  assert.equal(headers['content-type'], type, `${target}: content type`)
  if (type === undefined) return
  const schema = ['paths', path, 'get', 'responses', String(status), 'content', type, 'schema']
  const value: unknown = JSON.parse(body)
  assert.equal(wrongAt(schema, value), '', `${target}: ${body.slice(0, 500)}`)
  if (status === 200) checkKeyOrder(answerSchema(operation), value)
}

function checkProblem(target: string, { status, headers, body }: Received): void {
  assert.equal(headers['content-type'], 'application/problem+json', target)
  assert.equal(headers['cache-control'], 'no-store', target)
  const problem = JSON.parse(body) as { status: number }
  assert.equal(wrongAt(['components', 'schemas', 'Problem'], problem), '', `${target}: ${body}`)
  assert.equal(problem.status, status, target)
  assert.doesNotMatch(body, /\bat .*:\d+|node_modules|\.ts\b/, `${target}: shows the inside`)
}

function checkKeyOrder(schema: Schema, value: unknown): void {
  const fields = Object.keys((schema.items ?? schema).properties ?? {})
  for (const row of [value].flat() as object[]) assert.deepEqual(Object.keys(row), fields)
}
