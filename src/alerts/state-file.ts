import { randomBytes } from 'node:crypto'
import { Failure } from '../domain/failure.ts'
import { readJsonFile, replaceJsonFile } from '../deliver/json-file.ts'
import type { AlertState } from './alert-state.ts'

/** The webhook and the book that a state file belongs to. */
export type StateOwner = { readonly webhook: string; readonly book: string | undefined }

/**
 * Reads a state file. A missing file is created, so that a path that cannot be written is a failure at the start. So is a file that
 * is damaged, or that belongs to another webhook or another book.
 */
export async function openState(path: string, owner: StateOwner): Promise<AlertState> {
  const value = await readJsonFile('state file', path)
  if (value === undefined) return createState(path, owner)
  if (!isState(value)) {
    throw new Failure(
      'configuration',
      `The state file ${path} is damaged; remove it, and every alert that is raised is posted again.`,
    )
  }
  if (value.webhook !== owner.webhook)
    throw new Failure('configuration', `The state file ${path} belongs to another webhook URL.`)
  if (value.book !== undefined && value.book !== owner.book)
    throw new Failure('configuration', `The state file ${path} belongs to another book.`)
  return owner.book === undefined ? value : { ...value, book: owner.book }
}

async function createState(path: string, { webhook, book }: StateOwner): Promise<AlertState> {
  const series = randomBytes(8).toString('hex')
  const known = book === undefined ? {} : { book }
  const state: AlertState = { webhook, ...known, series, messages: 0, raised: [] }
  try {
    await replaceJsonFile(path, state)
    return state
  } catch (error) {
    const { message } = error as Error
    throw new Failure('configuration', `The state file ${path} cannot be written: ${message}.`)
  }
}

function isState(value: unknown): value is AlertState {
  const { webhook, book, series, messages, raised, posting } = Object(value) as Record<
    string,
    unknown
  >
  return (
    typeof webhook === 'string' &&
    (book === undefined || typeof book === 'string') &&
    typeof series === 'string' &&
    Number.isSafeInteger(messages) &&
    isRows(raised) &&
    (posting === undefined || isPosting(posting))
  )
}

function isPosting(value: unknown): boolean {
  const { id, body, raised } = Object(value) as Record<string, unknown>
  return typeof id === 'string' && typeof body === 'string' && isRows(raised)
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRow)
}

function isRow(value: unknown): boolean {
  const { kind, institution_id, since, sentence, what_to_do } = Object(value) as Record<
    string,
    unknown
  >
  return (
    [kind, since, sentence, what_to_do].every((text) => typeof text === 'string') &&
    (institution_id === null || typeof institution_id === 'string')
  )
}
