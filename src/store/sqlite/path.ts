import { statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreError, type StoreMode } from '../store.ts'

/** Refuses a missing file, a directory or a pipe, for which SQLite's own messages are unclear. */
export function checkPath(path: string, mode: StoreMode): void {
  const file = statOf(resolve(path), path)
  if (file?.isFile()) return
  if (file !== undefined) {
    throw configurationError(
      `${path} is not a file, so it cannot be a book. Name another one with --database.`,
    )
  }
  if (mode !== 'create') throw noBookError(path)
  const directory = dirname(resolve(path))
  if (statOf(directory, path)?.isDirectory()) return
  throw configurationError(
    `The book ${path} cannot be created, because there is no directory ${directory}. Create it, ` +
      'or name another file with --database.',
  )
}

/** The error for a missing book; it says how to create one. */
export function noBookError(path: string): StoreError {
  return configurationError(
    `There is no book at ${path}. Create one with \`ratebook register FILE\`, name another one with ` +
      '--database, or see an invented market with `ratebook demo`.',
  )
}

/** An error that the user solves with another setting or another file. */
export function configurationError(sentence: string): StoreError {
  return new StoreError('configuration', sentence)
}

function statOf(file: string, path: string): Stats | undefined {
  try {
    return statSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new StoreError(
      'disk',
      `The book ${path} cannot be reached (${code}). Check the permissions of the directories above it.`,
      error,
    )
  }
}
