import { isPostgres, withoutPassword } from '../store/postgres/address.ts'

/** The flags that take an address, and their environment variables. */
const flags: Readonly<Record<string, string>> = {
  '--database': 'RATEBOOK_DATABASE',
  '--from': 'RATEBOOK_FROM',
  '--to': 'RATEBOOK_TO',
}

/**
 * Moves addresses with a password from the arguments to the environment, and removes them from the process title: any user of
 * the machine can list command lines. Until this runs, the password is visible.
 */
export function hidePasswords(argv: string[], environment: NodeJS.ProcessEnv): void {
  const hidden = new Set<string>()
  for (let index = argv.length - 1; index >= 2; index--) {
    const [flag = '', inlineValue] = (argv[index] ?? '').split(/=(.*)/s, 2)
    const variable = flags[flag]
    const value = inlineValue ?? argv[index + 1]
    if (variable === undefined || value === undefined) continue
    const isSecret = isPostgres(value) && withoutPassword(value) !== value
    // If a flag is repeated, the last one counts; the loop runs backwards.
    if (!isSecret && !hidden.has(variable)) continue
    if (!hidden.has(variable)) environment[variable] = value
    argv.splice(index, inlineValue === undefined ? 2 : 1)
    hidden.add(variable)
  }
  if (hidden.size > 0) process.title = ['ratebook', ...argv.slice(2)].join(' ')
}
