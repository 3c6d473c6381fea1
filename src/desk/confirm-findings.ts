import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ClockWarning } from '../book/publish/entry-instant.ts'
import { textLimit } from '../book/publish/input/problem.ts'
import { ruleText, type Finding } from '../domain/gate-limits.ts'
import type { DeskContext } from './desk-context.ts'
import { foreign, html, textField, type Html } from './html.ts'
import { formOf } from './requests.ts'

/** The outcome of an attempt to enter something. With findings, nothing was entered. */
type Attempt = ClockWarning & { readonly kind: string; readonly findings?: readonly Finding[] }

/**
 * Enters what a form has, in two steps: first `enter(false)`, which enters nothing that has findings; then `enter(true)`, but only
 * if the page of the form showed the same findings. So a reviewer never overrides a finding that nobody has seen.
 */
export async function confirmFindings<Outcome extends Attempt>(
  { caughtUp }: Pick<DeskContext, 'caughtUp'>,
  request: FastifyRequest,
  enter: (isConfirmed: boolean) => Promise<Outcome>,
): Promise<Outcome> {
  const first = await enter(false)
  const outcome =
    first.findings !== undefined && wereShown(request, first.findings) ? await enter(true) : first
  if (outcome.warning !== undefined) request.log.warn(outcome.warning)
  if (outcome.findings === undefined) await caughtUp()
  return outcome
}

/** Whether a form was sent from a page that showed exactly these findings. */
export function wereShown(request: FastifyRequest, findings: readonly Finding[]): boolean {
  return formOf(request).get('seen') === findingsDigest(findings)
}

function findingsDigest(findings: readonly Finding[]): string {
  return hash('sha256', JSON.stringify(findings.map(({ message, rule }) => [rule, message])))
}

/** The hidden field by which a form says which findings its page showed. */
export function seenField(findings: readonly Finding[]): Html {
  return html`<input type="hidden" name="seen" value="${findingsDigest(findings)}" />`
}

/** Findings in words. */
export function findingLines(findings: readonly Finding[]): Html | false {
  if (findings.length === 0) return false
  return html`<ol class="findings">
    ${findings.map((finding) => html`<li>${foreign(finding.message)} <code class="quiet">${ruleText(finding)}</code></li>`)}
  </ol>`
}

/** The findings, and the field for the reason to enter the figures in spite of them. */
export function reasonField(findings: readonly Finding[], reason: string, isForTwo: boolean): Html {
  const label = `Why is it right? (${isForTwo ? 'private' : 'public'})`
  return html`<div class="notice" role="alert">
    <h2>These findings need a reason</h2>
    ${findingLines(findings)}
    <p class="field">${textField(label, { id: 'reason', value: reason, maxlength: textLimit })}</p>
    ${isForTwo && html`<p>Another reviewer must approve it too: it waits in the queue until then.</p>`}
    ${seenField(findings)}
  </div>`
}
