import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { institutions, marketSheets, offersPerSheet } from './market.ts'

/** The launcher of the command line. */
export const launcher = join(import.meta.dirname, '..', 'bin', 'ratebook.js')

/** Makes a SQLite book of the market with the commands that operators use. */
export function makeBook(folder: string, changes: number): string {
  const book = join(folder, 'book.db')
  const sheets = join(folder, 'sheets')
  const ratebook = (...args: string[]) =>
    execFileSync(process.execPath, [launcher, ...args, '--database', book], { stdio: 'ignore' })
  mkdirSync(sheets)
  // PostgreSQL and the workers of nginx run as other users.
  for (const path of [folder, sheets]) chmodSync(path, 0o755)
  writeFileSync(join(folder, 'institutions.json'), JSON.stringify(institutions))
  ratebook('register', join(folder, 'institutions.json'), '--at', '2015-12-31T00:00:00Z')
  for (const sheet of marketSheets(changes / offersPerSheet)) {
    writeFileSync(join(sheets, `${sheet.scraped_at}.json`), JSON.stringify(sheet))
  }
  ratebook('publish', '--at-scraped', join(sheets, '*.json'))
  return book
}
