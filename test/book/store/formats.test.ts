import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore, withStore } from '../../../src/book/store/open-store.ts'
import { StoreError, type StoreErrorKind } from '../../../src/book/store/store.ts'
import { fillEditedBook } from '../../long/edited-book.ts'
import { run } from '../../support/cli.ts'
import { changeBook as changePostgres } from '../../support/postgres/change-book.ts'
import { dropDatabase, newDatabase, testServer } from '../../support/postgres/database.ts'
import { startNode } from '../../support/postgres/node.ts'
import { inSession } from '../../support/postgres/query.ts'
import { digested, type EntryText } from '../../support/rechain.ts'
import { checked, entriesOf } from './drafts.ts'
import { changeBook as changeFile, runSql, temporaryDirectory } from './sqlite-books.ts'

/** A book of one engine, and how to change it behind Ratebook. */
type Engine = {
  readonly create: (t: TestContext) => Promise<string>
  readonly sql: (database: string, sql: string) => Promise<void>
  /** Changes entries with the triggers off. */
  readonly change: (database: string, sql: string) => Promise<void>
  /** The statements of a migration to a later version of the format. */
  readonly upgrade: string
  /** Makes the schema that of an earlier build, with views and, in PostgreSQL, with the bodies as `jsonb`. */
  readonly earlier: string
  /** Lets the table of entries have other kinds. */
  readonly allowKinds: string
  readonly table: string
  readonly body: string
}

const engines: Readonly<Record<string, Engine>> = {
  sqlite: {
    create: async (t) => join(temporaryDirectory(t), 'ratebook.db'),
    sql: async (path, sql) => runSql(path, sql),
    change: async (path, sql) => changeFile(path, sql),
    upgrade: `INSERT INTO migration VALUES (2, '002-later.sql', 'x'); PRAGMA user_version = 2`,
    earlier: `UPDATE migration SET checksum = '${'ab'.repeat(32)}';
      CREATE VIEW institution AS SELECT body ->> 'name' AS name FROM entry`,
    allowKinds: 'PRAGMA ignore_check_constraints = ON',
    table: 'entry',
    body: 'body',
  },
  postgresql: {
    async create(t) {
      const server = await testServer()
      const database = await newDatabase(server)
      t.after(() => dropDatabase(server, database))
      return database
    },
    sql: (database, sql) => inSession(database, async (query) => void (await query(sql))),
    change: changePostgres,
    upgrade: `INSERT INTO ratebook.migration VALUES (2, '002-later.sql', 'x')`,
    earlier: `UPDATE ratebook.migration SET checksum = '${'ab'.repeat(32)}';
      ALTER TABLE ratebook.entry ADD COLUMN body jsonb GENERATED ALWAYS AS (body_text::jsonb) STORED;
      CREATE VIEW ratebook.institution AS SELECT body ->> 'name' AS name FROM ratebook.entry`,
    allowKinds: 'ALTER TABLE ratebook.entry DROP CONSTRAINT entry_kind_check',
    table: 'ratebook.entry',
    body: 'body_text',
  },
}

/** Asserts that a promise is rejected with one sentence for the user. */
async function refused(work: Promise<unknown>, kind: StoreErrorKind, says: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof StoreError, String(error))
    assert.deepEqual([error.kind, says.test(error.message)], [kind, true], error.message)
    return true
  })
}

const tooNew =
  /^The book \S+ has format 2, and this Ratebook reads formats up to 1: install the newer Ratebook\.\n?$/
const length = 23

for (const [name, engine] of Object.entries(engines)) {
  const onBook = (title: string, work: (database: string, t: TestContext) => Promise<void>) => {
    void test(`${name}: ${title}`, async (t) => {
      const database = await engine.create(t)
      const entries = await fillEditedBook(await openStore(database, 'create'))
      assert.equal(entries.length, length)
      await work(database, t)
    })
  }
  const audit = (database: string) => run(['audit', '--database', database])
  /** Copies the entries of a book that only `audit` and `copy` accept, and audits the copy. */
  const isCopied = async (database: string, t: TestContext) => {
    const copy = join(temporaryDirectory(t), 'copy.db')
    const copied = await run(['copy', '--from', database, '--to', copy])
    assert.equal(copied.code, 0, copied.stderr)
    assert.match(copied.stderr, /^The (?:schema of the )?book \S+ (?:is not|was made) [^\n]*\n$/)
    assert.equal((await audit(copy)).stdout, `${length} entries, no difference\n`)
  }

  onBook('every command refuses a newer book with one sentence and 78', async (database) => {
    await engine.sql(database, engine.upgrade)
    for (const command of ['audit', 'offers', 'check beta', 'serve --port 0']) {
      const args = [...command.split(' '), '--database', database]
      const { code, stdout, stderr } = await run(args)
      assert.deepEqual([code, stdout], [78, ''], stderr)
      assert.match(stderr, tooNew)
    }
  })

  const ofDevelopment = async (database: string, t: TestContext) => {
    await engine.sql(database, engine.earlier)
    const made =
      /^The book \S+ was made by a development build of Ratebook, whose 001-book\.sql has the checksum abababababab….* `ratebook copy --from/
    await refused(openStore(database, 'read'), 'configuration', made)
    const { code, stdout, stderr } = await audit(database)
    assert.deepEqual([code, stdout], [78, `${length} entries, no difference\n`], stderr)
    assert.match(stderr, /was made by a development build .* Its entries are what was appended/)
    await isCopied(database, t)
  }
  onBook('a book of a development build is audited and copied', ofDevelopment)
  onBook('so is one with more formats than this Ratebook', async (database, t) => {
    await engine.sql(database, engine.upgrade)
    await ofDevelopment(database, t)
  })

  onBook('a book without a trigger is audited and copied', async (database, t) => {
    const on = name === 'sqlite' ? '' : ' ON ratebook.entry'
    await engine.sql(database, `DROP TRIGGER entry_is_never_deleted${on}`)
    const found =
      /^The schema of the book \S+ is not the one that Ratebook created: .*trigger.* Nothing more is known: `ratebook audit` tells/
    await refused(openStore(database, 'read'), 'disk', found)
    await refused(openStore(database, 'write'), 'disk', found)
    const { code, stdout, stderr } = await audit(database)
    assert.deepEqual([code, stdout], [74, `${length} entries, no difference\n`], stderr)
    assert.match(stderr, /^The schema of .* Its entries are what was appended\. .*ratebook copy/)
    await isCopied(database, t)
    const edited = `UPDATE ${engine.table} SET institution_id = 'gamma' WHERE position = 6`
    await engine.change(database, edited)
    const damaged = await audit(database)
    assert.deepEqual([damaged.code, damaged.stdout], [74, ''])
    assert.match(
      damaged.stderr,
      /^Position 6: It is not what was appended: the entry does not match its digest/,
    )
  })

  for (const [what, kind, body] of [
    ['the kind "rates-guessed"', 'rates-guessed', '{}'],
    ['the key "because"', 'rates-checked', '{"because":"of it"}'],
  ] as const) {
    onBook(`an entry with ${what} is from a newer Ratebook`, async (database) => {
      await withStore(database, 'read', async (store) => {
        const [last] = (await Array.fromAsync(store.storedEntries(length - 1))).flat()
        assert.ok(last)
        const { at, institutionId } = { ...last, institutionId: 'beta' }
        const entry: EntryText = { position: length + 1, at, institutionId, kind, body }
        const columns = `position, at, kind, institution_id, digest, body_digest, ${engine.body}`
        const { digest, bodyDigest } = digested(last.digest, entry)
        const values = `${length + 1}, '${at}', '${kind}', 'beta', '${digest}', '${bodyDigest}', '${body}'`
        await engine.sql(
          database,
          `${engine.allowKinds}; INSERT INTO ${engine.table} (${columns}) VALUES (${values})`,
        )
      })
      const found = new RegExp(
        `osition ${length + 1}: It has ${what}, which this Ratebook does not know: a newer Ratebook wrote it\\. Install the newer Ratebook\\.\n?$`,
      )
      await refused(
        withStore(database, 'read', (store) => entriesOf(store)),
        'configuration',
        found,
      )
      for (const command of ['audit', 'offers', 'check beta', 'serve --port 0']) {
        const args = [...command.split(' '), '--database', database]
        const { code, stdout, stderr } = await run(args)
        assert.deepEqual([code, stdout], [78, ''], stderr)
        assert.match(stderr, found)
      }
    })
  }

  onBook('an open store neither reads nor appends after an upgrade', async (database) => {
    await withStore(database, 'write', async (store) => {
      assert.equal(await store.isReadable(), true)
      await engine.sql(database, engine.upgrade)
      assert.equal(await store.isReadable(), false)
      const append = store.append(async () => [checked('beta', '2026-07-01T00:00:00Z')])
      await refused(append, 'configuration', tooNew)
      assert.equal((await store.head()).position, length)
    })
  })

  onBook(
    'a server whose book is upgraded answers from memory and says why',
    async (database, t) => {
      const node = await startNode(t, database)
      assert.equal(await node.status('/health'), 200)
      await engine.sql(database, engine.upgrade)
      const { level, msg } = await node.says(/has format 2/)
      assert.equal(level, 50)
      assert.match(String(msg), /has format 2, and this Ratebook reads formats up to 1: install/)
      assert.equal(await node.status('/health'), 503)
      assert.equal(await node.status('/rates/current'), 200)
      assert.equal(await node.position(), length)
    },
  )
}
