import {
  folderOf,
  isOwn,
  isTest,
  matches,
  mayImport,
  sourceFile,
  wingOf,
  type Rule,
  type SourceFile,
} from './source-file.ts'

/** The same for the folders of `http`: the files directly in it count as `http`. */
const mayImportInHttp: Readonly<Record<string, string>> = {
  records: 'http',
  schema: 'records',
  formats: 'schema http',
  endpoints: 'records schema formats http',
  docs: 'schema formats endpoints http',
  mcp: 'schema formats endpoints docs http',
}

/** The folders of `http` that must not import modules for connections. */
const withoutConnections = ['records', 'schema', 'formats', 'endpoints', 'docs']
const connectionModules = /^(node:(net|dgram|http|https|http2|tls)|@?fastify(\/.*)?)$/

const pureFolders = ['domain', 'book/market', 'book/query', 'book/gate', 'collect/read']
/** The packages that read the formats of pages. PDF.js answers with promises, so `read` may wait for them. */
const readPackages = /^(@e965\/xlsx|fflate\/browser|parse5|typebox|unpdf)$/
/** The functions of `node:crypto` that pure folders may use: the same arguments always give the same result. */
const pureCrypto =
  /\bimport\s+\{(?:\s*(?:(?:createPublicKey|hash|sign|verify)|type KeyObject)\s*,?)+\s*\}\s+from\s+['"]node:crypto['"]/g
const isPure = (file: SourceFile): boolean => pureFolders.includes(file.folder) && !isTest(file)

/** The folder of `http` that a path is in; `http` for the files directly in it. */
function folderInHttp(path: string): string | undefined {
  const found = /^src\/serve\/http\/(?:([^/]+)\/)?/.exec(path)
  return found === null ? undefined : (found[1] ?? 'http')
}

/** A file without the import of the functions of `node:crypto` that pure folders may use. */
function withoutPureCrypto({ path, code }: SourceFile): SourceFile {
  return sourceFile(path, code.replace(pureCrypto, ' '))
}

const pathsOf = ({ imports }: SourceFile): readonly string[] => imports.map(({ path }) => path)

/** The rules about what a folder may import. */
export const importRules: readonly Rule[] = [
  {
    name: 'a wing imports only from the wings in its row, and a room from the rooms in its row',
    violations: (file) => {
      const wing = wingOf(file.folder)
      const wings = mayImport[wing]
      const rooms = mayImport[file.folder] ?? []
      if (wings === undefined) return [`${wing} has no row`]
      const allowed = [file.folder, ...wings, ...rooms.map((room) => `${wing}/${room}`)]
      return pathsOf(file).filter((path) => {
        const folder = folderOf(path)
        const isAllowed =
          wingOf(folder) === wing
            ? rooms.includes('all') || allowed.includes(folder)
            : wings.includes('all') || allowed.includes(folder) || allowed.includes(wingOf(folder))
        return isOwn(path) && !isAllowed && !(isTest(file) && folder === 'test')
      })
    },
    bad: [
      ['src/domain/day.ts', `import { a } from '../market/a.ts'`],
      ['src/serve/http/answer.ts', `import type {\n  Store,\n} from '../store/store.ts'`],
      ['src/serve/http/endpoints/health.ts', `const store = await import('../../store/store.ts')`],
      ['web/page.ts', `import '../src/query/offers.ts'`],
      ['src/utils/text.ts', ''],
    ],
    good: [
      [
        'src/book/query/summary.ts',
        `import { a } from '../market/a.ts' // not '../store/store.ts'`,
      ],
      ['src/book/query/summary.test.ts', `import { a } from '../../test/samples.ts'`],
    ],
  },
  {
    name: 'a folder of http has a row in its table and imports only what that allows',
    violations: (file) => {
      const folder = folderInHttp(file.path)
      if (folder === undefined || folder === 'http') return []
      const allowed = mayImportInHttp[folder]
      if (allowed === undefined) return [folder]
      const others = isTest(file) ? [] : pathsOf(file).flatMap((path) => folderInHttp(path) ?? [])
      return others.filter((other) => other !== folder && !allowed.split(' ').includes(other))
    },
    bad: [
      ['src/serve/http/schema/fields.ts', `import { a } from '../problem.ts'`],
      ['src/serve/http/schema/deeper/a.ts', `import { a } from '../../endpoints/health.ts'`],
      ['src/serve/http/formats/csv.ts', `import type { App } from '../mcp/tools.ts'`],
      ['src/serve/http/formats/csv.ts', `const { a } = await import('../docs/openapi.ts')`],
      ['src/serve/http/formats/csv.ts', 'const { a } = await import(`../docs/openapi.ts`)'],
      ['src/serve/http/more/a.test.ts', ''],
    ],
    good: [
      ['src/serve/http/endpoints/health.ts', `import { a } from '../endpoint.ts'`],
      ['src/serve/http/docs/openapi.ts', `import type { Schema } from '../schema/schema.ts'`],
      ['src/serve/http/schema/schema.test.ts', `import { a } from '../endpoints/health.ts'`],
      ['src/serve/http/answer.ts', `import { a } from './mcp/mcp.ts'`],
    ],
  },
  {
    name: 'schemas, formats, endpoints and docs import no modules for connections',
    violations: (file) =>
      withoutConnections.includes(folderInHttp(file.path) ?? '') && !isTest(file)
        ? pathsOf(file).filter((path) => connectionModules.test(path))
        : [],
    bad: [
      ['src/serve/http/schema/fields.ts', `import net from 'node:net'`],
      ['src/serve/http/formats/csv.ts', `import type { ServerResponse } from 'node:http'`],
      ['src/serve/http/endpoints/health.ts', `import type { FastifyReply } from 'fastify'`],
    ],
    good: [
      ['src/serve/http/formats/atom.ts', `import { hash } from 'node:crypto'`],
      ['src/serve/server/framework.ts', `import type { Socket } from 'node:net'`],
    ],
  },
  {
    name: 'the client imports nothing but types from other folders',
    violations: (file) =>
      file.folder === 'serve/client' && !isTest(file)
        ? file.imports
            .filter(({ path, isType }) => !isType && folderOf(path) !== 'serve/client')
            .map(({ path }) => path)
        : [],
    bad: [
      ['src/serve/client/client.ts', `import { table } from '../http/table.ts'`],
      ['src/serve/client/client.ts', `import { type Table } from '../http/table.ts'`],
      ['src/serve/client/client.ts', `import { get } from 'node:http'`],
      ['src/serve/client/client.ts', `export type A = 1\nimport { table } from '../http/table.ts'`],
    ],
    good: [['src/serve/client/client.ts', `import type { Table } from '../http/table.ts'`]],
  },
  {
    name: 'pure folders use no packages, no node:*, no await, no timers and no randomness',
    violations: (file) => {
      if (!isPure(file)) return []
      const reads = file.folder === 'collect/read'
      const packages = pathsOf(withoutPureCrypto(file)).filter((path) => !isOwn(path))
      const words = matches(
        file.bare,
        /\b(async|await|process|set(Timeout|Interval|Immediate)|queueMicrotask|Math\.random|crypto)\b/g,
      )
      return [
        ...packages.filter((path) => !reads || !readPackages.test(path)),
        ...words.filter((word) => !reads || !/^(async|await)$/.test(word)),
      ]
    },
    bad: [
      ['src/domain/day.ts', `import { readFileSync } from 'node:fs'`],
      ['src/domain/id.ts', `import { hash, randomUUID } from 'node:crypto'`],
      ['src/domain/id.ts', `import { randomBytes } from 'node:crypto'`],
      ['src/book/query/summary.ts', `import { Type } from 'typebox'`],
      ['src/domain/id.ts', `import crypto from 'node:crypto'`],
      ['src/book/market/follow.ts', 'const entries = await read()'],
      ['src/book/market/follow.ts', 'export async function follow() {}'],
      ['src/book/query/freshness.ts', 'setInterval(poll, 1000)'],
      ['src/collect/read/html.ts', `import { readFileSync } from 'node:fs'`],
      ['src/collect/read/html.ts', `import { load } from 'cheerio'`],
      ['src/book/gate/gate.ts', `import { parse } from 'parse5'`],
    ],
    good: [
      ['src/domain/stored-entry.ts', `import { hash } from 'node:crypto'`],
      ['src/domain/day.ts', `// await the day\nconst words = 'no process'`],
      ['src/domain/day.test.ts', `import { test } from 'node:test'`],
      ['src/domain/note.ts', `import { hash, type KeyObject } from 'node:crypto'`],
      [
        'src/collect/read/pdf.ts',
        `import { getDocumentProxy } from 'unpdf'\nawait getDocumentProxy(bytes)`,
      ],
    ],
  },
]

/** The files that import each other in a circle, or lie between two circles. Imports of types count too. */
export function importCircles(files: readonly SourceFile[]): readonly string[] {
  const imports = new Map(files.map((file) => [file.path, new Set(pathsOf(file))]))
  for (let size = Infinity; size > imports.size;) {
    size = imports.size
    for (const [path, imported] of imports) {
      const isImporting = [...imported].some((other) => imports.has(other))
      const isImported = [...imports.values()].some((others) => others.has(path))
      if (!isImporting || !isImported) imports.delete(path)
    }
  }
  return [...imports.keys()].toSorted()
}
