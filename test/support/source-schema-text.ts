import { fileURLToPath } from 'node:url'
import { sourceSchema } from '../../src/collect/read/source-schema.ts'

/** The published schema of source definitions. */
export const sourceSchemaFile = fileURLToPath(new URL('../../sources/schema.json', import.meta.url))

/** The text of that file: the schema that the loader checks, under the dialect that editors know. */
export function sourceSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A source of Ratebook: where the rates of an institution are, and how to read them',
    ...sourceSchema,
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}
