/** The SQL statements of the store. The schema is in `migrations/`. */
export const statements = {
  append: 'INSERT INTO entry (position, at, kind, institution_id, body) VALUES (?, ?, ?, ?, ?)',
  head: 'SELECT position, at FROM entry ORDER BY position DESC LIMIT 1',
  currency: `SELECT body ->> '$.sheet.currency' AS currency FROM entry
    WHERE kind = 'sheet-published' ORDER BY position LIMIT 1`,
  entries: `SELECT position, at, kind, institution_id AS institutionId, body FROM entry
    WHERE position > ? ORDER BY position LIMIT ?`,
  entriesOf: `SELECT position, at, kind, institution_id AS institutionId, body FROM entry
    WHERE institution_id = ? AND position < ? AND kind = coalesce(?, kind)
    ORDER BY position DESC LIMIT ?`,
  institution: 'SELECT * FROM institution',
  rateHistory: 'SELECT * FROM rate_history',
  currentOffer: 'SELECT * FROM current_offer',
} as const
