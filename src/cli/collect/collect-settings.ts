import { existsSync } from 'node:fs'
import type { InstantSource } from '../../publish/entry-instant.ts'
import { createAddressCheck, type AddressCheck } from '../../outbound/address-check.ts'
import { userAgentOf } from '../../outbound/fetch/robots.ts'
import { version } from '../../http/version.ts'
import { instantSource } from '../clock.ts'
import { Failure } from '../../domain/failure.ts'
import {
  createSettingReader,
  readMetricsAddress,
  type MetricsAddress,
  type SettingReader,
} from '../../server/read-setting.ts'
import type { CollectOptions } from './collect-options.ts'

/** The validated settings of `ratebook collect`. */
export type CollectSettings = Pick<CollectOptions, 'database' | 'sources' | 'captures'> & {
  readonly userAgent: string
  readonly check: AddressCheck
  readonly instant: InstantSource
  readonly isOneReviewerEnough: boolean
  readonly isDryRun: boolean
  /** Where the metrics server listens; `undefined` for no metrics. */
  readonly metrics: MetricsAddress | undefined
}

/** Reads all settings; throws one `Failure` that names every wrong one. */
export function readCollectSettings(options: CollectOptions): CollectSettings {
  const { database, sources, captures, dryRun = false } = options
  checkCombination(options)
  const read = createSettingReader()
  const userAgent = readUserAgent(options, read)
  const allowed = read.addresses('--allow-address', options.allowAddress?.join(','))
  if (allowed.some((address) => address.includes('%')))
    read.refuse('--allow-address takes no zone, such as %eth0.')
  if (!existsSync(sources))
    read.refuse(
      `There is no folder ${sources}; give the folder of the source definitions: --sources.`,
    )
  if (captures.trim() === '') read.refuse('--captures is empty; give a folder.')
  const metrics = readMetricsAddress(options, read)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  return {
    database,
    sources,
    captures,
    userAgent,
    check: createAddressCheck(allowed),
    instant: instantSource(options),
    isOneReviewerEnough: options.twoReviewers === 'off',
    isDryRun: dryRun,
    metrics,
  }
}

/** Options that do not go together are a usage error. */
function checkCombination({ due, follow, dryRun, at }: CollectOptions): void {
  if (follow !== true) return
  const given = { '--due': due, '--dry-run': dryRun, '--at': at }
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (flag !== undefined) throw new Failure('usage', `Give --follow or ${flag}, not both.`)
}

function readUserAgent({ contact }: CollectOptions, read: SettingReader): string {
  if (contact === undefined) {
    read.refuse(
      '--contact is missing: give the e-mail address or page by which the operators of the collected sites can reach you.',
    )
    return ''
  }
  const userAgent = userAgentOf(version, contact)
  if (userAgent === undefined)
    read.refuse(`--contact ${contact} is not an e-mail address or a URL of http or https.`)
  return userAgent ?? ''
}
