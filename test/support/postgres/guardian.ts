import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endServer } from './end-server.ts'
import type { Word } from './guard.ts'

// Waits for the end of the process that started it, and then ends the servers and removes the folders that are left.
const folders = new Set<string>()
const servers = new Set<number>()

for await (const line of createInterface({ input: process.stdin })) {
  const [word, what] = JSON.parse(line) as Word
  if (word === 'folder') folders.add(what)
  else if (word === 'started') servers.add(what)
  else servers.delete(what)
}
await Promise.all([...servers].map(endServer))
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
