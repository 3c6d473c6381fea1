import { ruleText, type Finding } from '../domain/gate-limits.ts'
import { textLimit } from '../book/publish/input/problem.ts'
import { html, type Html } from './html.ts'
import { foreign } from './text.ts'
import { hash } from 'node:crypto'

/** The sentences about a field, which its input names by `aria-describedby`. */
export function fieldProblem(
  name: string,
  problems: ReadonlyMap<string, readonly string[]>,
): Html | false {
  const own = problems.get(name)
  if (own === undefined) return false
  return html`<small id="${name}-problem" class="field-error"
    >${own.map((one) => html`${foreign(one)} `)}</small
  >`
}

/** The findings, and the field for the reason to enter the figures in spite of them. */
export function reasonField(findings: readonly Finding[], reason: string, isForTwo: boolean): Html {
  return html`<div class="notice" role="alert">
    <h2>These findings need a reason</h2>
    ${findingLines(findings)}
    <p class="field">
      <label for="reason">Why is it right? (${isForTwo ? 'private' : 'public'})</label>
      <input
        id="reason"
        name="reason"
        value="${reason}"
        maxlength="${textLimit}"
        autocomplete="off"
      />
    </p>
    ${isForTwo && html`<p>Another reviewer must approve it too: it waits in the queue until then.</p>`}
    <input type="hidden" name="seen" value="${findingsDigest(findings)}" />
  </div>`
}

/** Findings in words. */
export function findingLines(findings: readonly Finding[]): Html | false {
  if (findings.length === 0) return false
  return html`<ol class="findings">
    ${findings.map((finding) => html`<li>${foreign(finding.message)} <code class="quiet">${ruleText(finding)}</code></li>`)}
  </ol>`
}

/** The digest of findings. A form sends it back, so that a reviewer confirms only findings that were shown. */
export function findingsDigest(findings: readonly Finding[]): string {
  return hash('sha256', JSON.stringify(findings.map(({ message, rule }) => [rule, message])))
}
