import { auditBook } from './audit/book.ts'
import { Failure } from './failure.ts'
import { withStore } from './open-store.ts'
import { command, type DatabaseOption } from './options.ts'
import { print } from './output.ts'

export default command(
  'audit',
  'derive all data from the log again, and compare it with the answers and the SQL views',
  'ratebook audit --database ratebook.db',
).action(async ({ database }: DatabaseOption) => {
  const { position, difference } = await withStore(database, 'read', auditBook)
  if (difference !== undefined) {
    const reason = difference.isDamage === true ? 'disk' : 'refused'
    throw new Failure(reason, `Position ${difference.position}: ${difference.message}`)
  }
  print(`${position} entries, no difference`)
})
