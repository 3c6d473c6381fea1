import type { FastifyRequest } from 'fastify'
import { evidenceIdText, parseEvidenceId } from '../query/ids.ts'
import type { HttpResponse } from './http-response.ts'

/**
 * The redirect of a receipt whose address has an id as earlier versions wrote it, such as `57.10`; `undefined` for any other
 * id. Its address is relative, because a proxy may have changed the path.
 */
export function redirectFromEarlierId(
  pathId: string,
  { originalUrl }: FastifyRequest,
): HttpResponse | undefined {
  const id = parseEvidenceId(pathId)
  if (id === undefined || evidenceIdText(id) === pathId) return undefined
  const [path = '', ...query] = originalUrl.split(/(?=\?)/)
  const folder = path.endsWith('/') ? '../' : ''
  return { status: 301, headers: { location: folder + evidenceIdText(id) + query.join('') } }
}
