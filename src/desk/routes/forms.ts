import type { FastifyInstance, FastifyRequest } from 'fastify'

const formType = 'application/x-www-form-urlencoded'

/** Lets handlers read forms as `URLSearchParams`. */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_, body, done) => {
    done(null, new URLSearchParams(body as string))
  })
}

/** The fields of a form; none if the request has another body. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** The parameters of the address. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URL(url, 'http://desk').searchParams
}
