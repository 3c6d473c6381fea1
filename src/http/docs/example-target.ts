import type { Parameter } from './openapi.ts'

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
