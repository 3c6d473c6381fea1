import { isPostgres, withoutPassword } from '../store/postgres/address.ts'

/** The flags that take an address, with the variables that say the same. */
const flags: Readonly<Record<string, string>> = {
  '--database': 'RATEBOOK_DATABASE',
  '--from': 'RATEBOOK_FROM',
  '--to': 'RATEBOOK_TO',
}

/**
 * Takes addresses with a password from the command line to the environment, and the command line out of lists of processes:
 * those show it to everybody on the machine, that of workers too. Between the start and this it can be seen; an address in the
 * environment, or a password in `PGPASSWORD` or a password file, is not.
 */
export function hidePasswords(argv: string[], environment: NodeJS.ProcessEnv): void {
  const hidden = new Set<string>()
  for (let index = argv.length - 1; index >= 2; index--) {
    const [flag = '', given] = (argv[index] ?? '').split(/=(.*)/s, 2)
    const variable = flags[flag]
    const value = given ?? argv[index + 1]
    if (variable === undefined || value === undefined) continue
    const isSecret = isPostgres(value) && withoutPassword(value) !== value
    // Of a flag that is given twice the last counts, as ever.
    if (!isSecret && !hidden.has(variable)) continue
    if (!hidden.has(variable)) environment[variable] = value
    argv.splice(index, given === undefined ? 2 : 1)
    hidden.add(variable)
  }
  if (hidden.size > 0) process.title = ['ratebook', ...argv.slice(2)].join(' ')
}
