import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './copy-tree.ts'
import type { Ending } from './endings.ts'
import { installation } from './installation.ts'
import { put } from './owner.ts'
import { startServer, type Server } from './server.ts'
import { settingLines, usualSettings, type Settings } from './settings.ts'

/** How a server differs from the usual. */
export type PrimaryOptions = {
  readonly settings?: Settings
  /** The paths of what it shows to clients that want TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** Starts a server with a new cluster; it ends with the test. */
export async function startPrimary(
  t: Ending,
  { settings = {}, certificate }: PrimaryOptions = {},
): Promise<Server> {
  const { owner, template } = installation()
  return startServer(t, (data) => {
    copyTree(template, data, owner)
    if (certificate !== undefined) {
      put(join(data, 'server.crt'), readFileSync(certificate.cert), owner)
      put(join(data, 'server.key'), readFileSync(certificate.key), owner)
    }
    const ssl = certificate === undefined ? 'off' : 'on'
    put(join(data, 'postgresql.conf'), settingLines({ ...usualSettings, ssl, ...settings }), owner)
  })
}
