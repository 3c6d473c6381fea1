import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endServer } from './end-server.ts'
import type { WatchdogMessage } from './watchdog.ts'

// Waits until the parent process has ended, then stops its servers and removes its folders.
const folders = new Set<string>()
const servers = new Set<number>()

for await (const line of createInterface({ input: process.stdin })) {
  const [type, value] = JSON.parse(line) as WatchdogMessage
  if (type === 'folder') folders.add(value)
  else if (type === 'started') servers.add(value)
  else servers.delete(value)
}
await Promise.all([...servers].map(endServer))
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
