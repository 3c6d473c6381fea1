import type { FastifyInstance, FastifyRequest } from 'fastify'

const formType = 'application/x-www-form-urlencoded'

/** Lets handlers read forms as `URLSearchParams`. */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_, body, done) => {
    const fields = new URLSearchParams(body as string)
    // No form of the desk sends a field twice, and a reader would take the first value without a word.
    if (new Set(fields.keys()).size === fields.size) done(null, fields)
    else done(Object.assign(new Error('A field occurs twice.'), { statusCode: 400 }))
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
