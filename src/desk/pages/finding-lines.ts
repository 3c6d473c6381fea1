import { hash } from 'node:crypto'
import type { Finding } from '../../domain/finding.ts'
import { html, type Html } from '../html.ts'
import { foreign } from '../text.ts'

/** Findings in words. */
export function findingLines(findings: readonly Finding[]): Html | false {
  if (findings.length === 0) return false
  return html`<ol class="findings">
    ${findings.map(({ message, rule }) => html`<li>${foreign(message)} <code class="quiet">${rule}</code></li>`)}
  </ol>`
}

/** The digest of findings. A form sends it back, so that a reviewer confirms only findings that were shown. */
export function findingsDigest(findings: readonly Finding[]): string {
  return hash('sha256', JSON.stringify(findings.map(({ message, rule }) => [rule, message])))
}
