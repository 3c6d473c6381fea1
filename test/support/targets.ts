import type { Operation } from '../../src/serve/http/docs/openapi.ts'
import type { Schema } from './document.ts'

/** The target of an operation, with the examples of its required parameters. */
export function exampleTarget(path: string, { parameters }: Operation): string {
  let filled = path
  const query: string[] = []
  for (const { name, in: place, required, schema } of parameters) {
    const example = encodeURIComponent(String((schema as Schema).examples?.[0]))
    if (place === 'path') filled = filled.replace(`{${name}}`, example)
    else if (required) query.push(`${name}=${example}`)
  }
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** A target with one more parameter. */
export function withParameter(target: string, name: string, value: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}
