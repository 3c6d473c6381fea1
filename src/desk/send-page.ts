import type { FastifyReply } from 'fastify'
import { refusalPage } from './pages/refusal-page.ts'

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** Answers with a page that says why a request was refused. */
export function sendRefusal(
  reply: FastifyReply,
  status: number,
  title: string,
  sentence: string,
): FastifyReply {
  return sendPage(reply, refusalPage(title, sentence, { reviewer: reply.request.reviewer }), status)
}
