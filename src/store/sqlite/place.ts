import { statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreError } from '../store.ts'

/** What a book is opened for: to make it if there is none, to write in it, or only to read it. */
export type Mode = 'create' | 'write' | 'read'

/** Refuses what SQLite would explain badly: a book that is not there, a directory, a pipe. */
export function checkPlace(path: string, mode: Mode): void {
  const place = statOf(resolve(path), path)
  if (place?.isFile()) return
  if (place !== undefined) {
    throw misconfigured(`${path} is no file, so it is no book. Name another one with --database.`)
  }
  if (mode !== 'create') throw noBook(path)
  const directory = dirname(resolve(path))
  if (statOf(directory, path)?.isDirectory()) return
  throw misconfigured(
    `The book ${path} cannot be made, because there is no directory ${directory}. Make it, ` +
      'or name another file with --database.',
  )
}

/** Says how to come to a book where there is none. */
export function noBook(path: string): StoreError {
  return misconfigured(
    `There is no book at ${path}. Make one with \`ratebook register FILE\`, ` +
      'or with `npm start` for the samples.',
  )
}

/** The trouble that another setting, or another file, helps against. */
export function misconfigured(sentence: string): StoreError {
  return new StoreError('configuration', sentence)
}

function statOf(place: string, path: string): Stats | undefined {
  try {
    return statSync(place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new StoreError(
      'disk',
      `The book ${path} cannot be reached (${code}). Check the rights of the directories above it.`,
      error,
    )
  }
}
