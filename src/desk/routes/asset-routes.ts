import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const types = {
  'desk.css': 'text/css; charset=utf-8',
  'desk.js': 'text/javascript; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const

/** Serves the style sheet, the scripts and the icon. The pages for signing in need them too, so no session is required. */
export function addAssetRoutes(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(types)) {
    const body = readFileSync(new URL(`../assets/${name}`, import.meta.url))
    app.get(`/assets/${name}`, { config: { isPublic: true } }, async (_, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(body),
    )
  }
}
