import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Observe, Via } from '../message/observation.ts'
import type { Reply } from '../message/reply.ts'

/** Tells of a response once it was handed to the system, or its client went away. */
export function observeReply(observe: Observe, reply: FastifyReply, said: Reply, via: Via): void {
  const { request, raw } = reply
  const { method, url: target } = request
  const { status } = said
  const client = clientOf(request)
  const bytes = method === 'HEAD' ? 0 : said.body.length
  const tell = (): void => {
    const endpoint = request.routeOptions.config.template ?? 'other'
    const milliseconds = reply.elapsedTime
    const told = { endpoint, method, target, status, bytes }
    observe({ told, milliseconds, client, via })
  }
  if (isOver(raw)) tell()
  else raw.once('close', tell)
}

/** The address of a client; a connection that is gone has none any more. */
function clientOf({ ip }: { readonly ip: string | undefined }): string {
  return ip ?? ''
}

/** Whether the client went away before there was an answer; of a response over HTTP/2 its stream says so. */
function isOver(response: ServerResponse): boolean {
  if (!('stream' in response)) return response.destroyed
  return (response.stream as { readonly destroyed: boolean }).destroyed
}
