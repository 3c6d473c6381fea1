import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { sourceSchemaFile, sourceSchemaText } from '../../support/source-schema-text.ts'
import { editedSource, sourceText } from '../../support/source-text.ts'

const published = readFileSync(sourceSchemaFile, 'utf8')

test('sources/schema.json is the schema that the loader checks', () => {
  assert.equal(published, sourceSchemaText(), 'run `npm run docs`')
})

test('another JSON Schema validator understands it', () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(published) as object)
  assert.equal(validate(parse(sourceText)), true)
  assert.equal(validate(parse(editedSource('Period: tenure', 'Period: tenur'))), false)
})
