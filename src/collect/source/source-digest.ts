import { hash } from 'node:crypto'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'

/**
 * SHA-256 of the canonical JSON (RFC 8785) of what decides how pages are read, in lower-case hex. The same digest reads the same
 * pages in the same way, so a new schedule needs no new acceptance.
 */
export function sourceDigest(definition: SourceDefinition): string {
  const { institution: _, schedule: _1, verified_live: _2, ...reading } = definition
  return hash('sha256', canonicalJson(reading), 'hex')
}
