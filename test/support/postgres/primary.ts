import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './copy-tree.ts'
import type { CleanupContext } from './cleanup.ts'
import { installation } from './installation.ts'
import { writePrivateFile } from './server-user.ts'
import { startServer, type Server } from './server.ts'
import { settingLines, usualSettings, type Settings } from './settings.ts'

/** Options of a primary. */
export type PrimaryOptions = {
  readonly settings?: Settings
  /** PEM files, to enable TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** Starts a server with a new data directory; it stops with the test. */
export async function startPrimary(
  t: CleanupContext,
  { settings = {}, certificate }: PrimaryOptions = {},
): Promise<Server> {
  const { owner, template } = installation()
  return startServer(t, (data) => {
    copyTree(template, data, owner)
    if (certificate !== undefined) {
      writePrivateFile(join(data, 'server.crt'), readFileSync(certificate.cert), owner)
      writePrivateFile(join(data, 'server.key'), readFileSync(certificate.key), owner)
    }
    const ssl = certificate === undefined ? 'off' : 'on'
    writePrivateFile(
      join(data, 'postgresql.conf'),
      settingLines({ ...usualSettings, ssl, ...settings }),
      owner,
    )
  })
}
