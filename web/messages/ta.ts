import { english, type Messages } from './messages.ts'
import { errors } from './ta/errors.ts'
import { filters } from './ta/filters.ts'
import { page } from './ta/page.tsx'
import { words } from './ta/words.ts'

/** Every sentence of the page in Tamil. Nobody has reviewed this translation, and the page says so. */
export const tamil: Messages = { ...english, words, page, errors, filters }
