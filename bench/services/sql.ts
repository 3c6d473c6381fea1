import type { Query } from './schemas.ts'

/** A prepared statement, named after the conditions that it has. */
export type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] }

/** The conditions of a statement: a column beside the value asked for, left out where none is. */
export function conditions(asked: Readonly<Record<string, unknown>>): {
  readonly sql: string
  readonly values: unknown[]
  readonly name: string
} {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  return {
    sql: given.map(([column], i) => ` AND ${column} $${i + 1}`).join(''),
    values: given.map(([, value]) => value),
    name: given.map(([column]) => column).join(),
  }
}

/** An instant as the API writes it. */
const instant = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** `/compare`. */
export function compareSql(query: Query): Statement {
  const { sql, values, name } = conditions({
    'o.variant =': query.variant,
    'o.tenure =': query.tenure_months,
    'o.payout =': query.payout_type,
    'o.institution_type =': query.type,
  })
  const text = `SELECT i.id AS institution_id, i.name AS institution_name, i.type AS institution_type,
    o.tenure AS tenure_months, o.rate AS rate_pa, o.payout AS payout_type
    FROM offer o JOIN institution i ON i.id = o.institution_id
    WHERE o.is_headline AND i.active${sql} ORDER BY o.rate DESC, i.id`
  return { name: `compare ${name}`, text, values }
}

/** `/rates/current`. */
export function offersSql(query: Query): Statement {
  const { sql, values, name } = conditions({
    'o.institution_id =': query.institution_id,
    'o.variant =': query.variant,
    'o.tenure =': query.tenure_months,
    'o.payout =': query.payout_type,
    'o.institution_type =': query.type,
  })
  const text = `SELECT i.id AS institution_id, i.name AS institution_name,
    o.variant AS product_variant, o.tenure AS tenure_months, o.rate AS rate_pa,
    o.payout AS payout_type, o.min_deposit, o.currency, ${instant('o.scraped_at')} AS scraped_at,
    o.source_url FROM offer o JOIN institution i ON i.id = o.institution_id
    WHERE i.active${sql} ORDER BY i.id, o.variant, o.tenure, o.payout, o.min_deposit`
  return { name: `offers ${name}`, text, values }
}

/** `/rates/history/{id}`: the page is found in an index alone, and only its rows are fetched. */
export function historySql(id: string, query: Query): Statement {
  const { sql, values, name } = conditions({
    'institution_id =': id,
    'variant =': query.variant,
    'tenure =': query.tenure_months,
    'payout =': query.payout_type,
  })
  const count = values.length
  const text = `SELECT h.institution_id, h.tenure AS tenure_months, h.prev_rate AS prev_rate_pa,
    h.new_rate AS new_rate_pa, h.direction, ${instant('h.changed_at')} AS changed_at
    FROM (SELECT seq FROM history WHERE TRUE${sql}
      ORDER BY seq DESC LIMIT $${count + 1} OFFSET $${count + 2}) page
    JOIN history h USING (seq) ORDER BY seq DESC`
  return { name: `history ${name}`, text, values: [...values, query.limit, query.offset] }
}

/** `/rates/changes`, in the same way; a later change has a later number, so both orders are one. */
export function changesSql(query: Query): Statement {
  const { sql, values, name } = conditions({
    'changed_at >=': query.since && `${query.since}T00:00:00Z`,
    'institution_type =': query.type,
    'direction =': query.direction,
    'institution_id =': query.institution_id,
  })
  const count = values.length
  const text = `SELECT h.institution_id, i.name AS institution_name, i.type AS institution_type,
    h.variant AS product_variant, h.tenure AS tenure_months, h.payout AS payout_type,
    h.prev_rate AS prev_rate_pa, h.new_rate AS new_rate_pa, h.direction,
    ${instant('h.changed_at')} AS changed_at
    FROM (SELECT seq FROM history WHERE direction IN ('up', 'down')${sql}
      ORDER BY changed_at DESC, seq DESC LIMIT $${count + 1} OFFSET $${count + 2}) page
    JOIN history h USING (seq) JOIN institution i ON i.id = h.institution_id ORDER BY seq DESC`
  return { name: `changes ${name}`, text, values: [...values, query.limit, query.offset] }
}
