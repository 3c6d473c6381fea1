import { english, type Messages } from './messages.ts'
import { errors } from './si/errors.ts'
import { filters } from './si/filters.ts'
import { page } from './si/page.tsx'
import { words } from './si/words.ts'

/** Every sentence of the page in Sinhala. Nobody has reviewed this translation, and the page says so. */
export const sinhala: Messages = { ...english, words, page, errors, filters }
