import type { FastifyInstance } from 'fastify'
import { warmUpAddress } from './framework.ts'
import { exampleTarget, openApi } from '../http/docs/openapi.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Warms the server up; `/ready` is 200 afterwards. Call it once the server listens. */
    warmUp: () => Promise<void>
  }
}

/**
 * Answers the documented example of each endpoint once, so that the code is compiled before clients send requests. A failure
 * is logged and does not keep the server from being ready.
 */
export async function warmUp(
  app: FastifyInstance,
  basePath: string,
  isEmpty: () => boolean,
): Promise<void> {
  try {
    if (isEmpty()) return
    for (const [path, { get }] of Object.entries(openApi().paths)) {
      // These two report the state of the server and have nothing to warm up.
      if (path === '/health' || path === '/ready') continue
      await request(app, basePath + exampleTarget(path, get.parameters))
    }
  } catch (error) {
    app.log.warn(error, 'The warm-up failed.')
  }
}

async function request(app: FastifyInstance, url: string): Promise<void> {
  const headers = { 'accept-encoding': 'identity', host: 'localhost' }
  const response = await app.inject({ method: 'GET', url, headers, remoteAddress: warmUpAddress })
  const { statusCode, body } = response
  if (statusCode >= 500) app.log.warn({ url, statusCode, body }, 'A warm-up request failed.')
}
