import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { Finding } from '../domain/gate-limits.ts'
import { confirmFindings, seenField } from './confirm-findings.ts'

const finding: Finding = { rule: 'sharp-move', message: 'The rate moves by 400 bp.' }
const other: Finding = { ...finding, message: 'The rate moves by 500 bp.' }

/** Enters what has these findings, from a form whose page showed others or none. Returns the attempts and what was logged. */
async function enter(findings: readonly Finding[] | undefined, shown?: readonly Finding[]) {
  const seen = shown && /value="(\w+)"/.exec(seenField(shown).html)?.[1]
  const body = new URLSearchParams({ reason: 'a page says so', ...(seen && { seen }) })
  const log: string[] = []
  const request = { body, log: { warn: (text: string) => log.push(text) } }
  const attempts: boolean[] = []
  const desk = { caughtUp: async () => void log.push('caught up') }
  const { kind } = await confirmFindings(
    desk,
    request as unknown as FastifyRequest,
    async (isConfirmed) => {
      attempts.push(isConfirmed)
      const warning = `The clock is slow, at attempt ${attempts.length}.`
      return isConfirmed || findings === undefined
        ? { kind: 'entered', warning }
        : { kind: 'implausible', findings, warning }
    },
  )
  return { kind, attempts, log }
}

test('findings are overridden only by a form whose page showed the same ones', async () => {
  const first = { attempts: [false], log: ['The clock is slow, at attempt 1.'] }
  const refused = { kind: 'implausible', ...first }
  assert.deepEqual(await enter([finding]), refused)
  assert.deepEqual(await enter([finding], [other]), refused)
  assert.deepEqual(await enter([finding, other], [finding]), refused)
  assert.deepEqual(await enter([finding], []), refused)
  assert.deepEqual(await enter([finding], [finding]), {
    kind: 'entered',
    attempts: [false, true],
    log: ['The clock is slow, at attempt 2.', 'caught up'],
  })
})

test('what has no findings is entered at once, whatever the page showed', async () => {
  const entered = {
    kind: 'entered',
    attempts: [false],
    log: ['The clock is slow, at attempt 1.', 'caught up'],
  }
  assert.deepEqual(await enter(undefined), entered)
  assert.deepEqual(await enter(undefined, [finding]), entered)
})

test('an edit without findings is entered once its page was shown', async () => {
  assert.deepEqual((await enter([])).attempts, [false])
  assert.deepEqual((await enter([], [])).attempts, [false, true])
})
