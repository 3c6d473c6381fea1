import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A source file, prepared for the rules. */
export type SourceFile = {
  readonly path: string
  readonly lines: number
  /** The room or the wing that the file is in, `web` or `bin`. */
  readonly folder: string
  /** The text without comments. */
  readonly code: string
  /** The text without comments and without the contents of strings. */
  readonly bare: string
  readonly imports: readonly ImportedFile[]
}

/** A file or package that a file imports. */
export type ImportedFile = { readonly path: string; readonly isType: boolean }

const comments = /\/\*[^]*?\*\/|\/\/.*/
const strings = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/
/** Template literals and regular expressions: what looks like a comment or string inside them is none. */
const kept =
  /`(?:\\.|[^`\\])*`|(?<=(?:[=(,:!&|?[{};]|return)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//
const tokens = new RegExp(`(${kept.source})|(${strings.source})|(${comments.source})`, 'g')
const importStatements =
  /\bimport\s+(type\s)?(?:[^'";]*?\bfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)/g

/** Parses the text of a file for the rules. */
export function sourceFile(path: string, text: string): SourceFile {
  const code = text.replace(tokens, (token, keep, string) => ((keep ?? string) ? token : ' '))
  const bare = text.replace(tokens, (token, keep, string) => (keep ? token : string ? "''" : ' '))
  const imports = [...code.matchAll(importStatements)].map(([, type, from, dynamic]) => {
    const name = from ?? dynamic ?? ''
    return {
      path: name.startsWith('.') ? posix.join(path, '..', name) : name,
      isType: type !== undefined,
    }
  })
  const lines = text.trimEnd().split('\n').length
  return { path, lines, folder: folderOf(path), code, bare, imports }
}

/** The rows of both tables in section 2 of `docs/design.md`: a wing or a room, and what it may import. */
export const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Array.from(
    readFileSync('docs/design.md', 'utf8').matchAll(/^\| (`[\w/`, ]+`) \|.*\| ([\w/, –]+) \|$/gm),
  ).flatMap(([, names = '', imports = '']) =>
    names.split(', ').map((name) => [name.replaceAll('`', ''), imports.split(', ')] as const),
  ),
)

/** The room that a path is in, such as `book/store`; its wing, if that has no rooms; or the top folder. */
export function folderOf(path: string): string {
  const [wing = '', room] = path.replace(/^src\//, '').split('/')
  return `${wing}/${room}` in mayImport ? `${wing}/${room}` : wing
}

/** The wing that a folder belongs to. */
export function wingOf(folder: string): string {
  return folder.split('/', 1)[0] ?? ''
}

/** Whether a path is a file of the project, not a package. */
export function isOwn(path: string): boolean {
  return /^(src|web|bin|test|bench)\//.test(path)
}

/** Whether a file is a test. */
export function isTest({ path }: SourceFile): boolean {
  return path.endsWith('.test.ts')
}

/** Every match of a pattern in a text. */
export function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match.trim())
}

/** A path and the text of a file at it. */
export type Example = readonly [path: string, text: string]

/** A rule for every file of `src` and `web`. */
export type Rule = {
  readonly name: string
  /** The parts of a file that break the rule. */
  readonly violations: (file: SourceFile) => readonly string[]
  /** Files that break the rule, to prove that the test detects it. */
  readonly bad: readonly Example[]
  /** Files that keep the rule but resemble bad ones. */
  readonly good?: readonly Example[]
}
