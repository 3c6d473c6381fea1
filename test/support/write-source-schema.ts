import { writeFileSync } from 'node:fs'
import { sourceSchemaFile, sourceSchemaText } from './source-schema-text.ts'

// Writes `sources/schema.json`.
writeFileSync(sourceSchemaFile, sourceSchemaText())
