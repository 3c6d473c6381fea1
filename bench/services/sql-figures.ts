import type { Query } from './schemas.ts'
import { conditions, type Statement } from './sql.ts'

// The middle of numerics comes as a double; rounded to three places it is exact for rates of two.
const figures = `count(*)::int AS institution_count, min(rate) AS min_rate_pa,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY rate)::numeric(7, 3) AS median_rate_pa,
    max(rate) AS max_rate_pa, avg(rate)::numeric(7, 3) AS avg_rate_pa`

/** `/summary`. */
export function summarySql(query: Query): Statement {
  const { sql, values, name } = conditions({
    'o.institution_type =': query.type,
    'o.variant =': query.variant,
    'o.tenure =': query.tenure_months,
    'o.payout =': query.payout_type,
  })
  const text = `SELECT o.institution_type, o.variant AS product_variant, o.tenure AS tenure_months,
    o.payout AS payout_type, ${figures}
    FROM offer o JOIN institution i ON i.id = o.institution_id
    WHERE o.is_headline AND i.active${sql} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
  return { name: `summary ${name}`, text, values }
}

/**
 * `/summary/history`: figures for the days on which something changed, each held until the next such day. So the costly
 * part is done a few hundred times and not once for every day of ten years.
 */
export function summaryHistorySql(query: Query): Statement {
  const { sql, values, name } = conditions({
    'variant =': query.variant,
    'tenure =': query.tenure_months,
    'payout =': query.payout_type,
    'institution_type =': query.type,
  })
  const since = `greatest($${values.length + 1}::date, first_day)`
  const day = (column: string) => `(${column} AT TIME ZONE 'UTC')::date`
  const text = `WITH own AS MATERIALIZED (
      SELECT institution_type, rate, ${day('since')} AS begins, ${day('until')} AS ends
      FROM step JOIN institution i ON i.id = institution_id WHERE i.active${sql}
    ), first AS (SELECT institution_type, min(begins) AS first_day FROM own GROUP BY 1
    ), moved AS (
      SELECT institution_type, begins AS day FROM own UNION SELECT institution_type, ends FROM own
      WHERE ends IS NOT NULL
      UNION SELECT institution_type, ${since} FROM first
    ), span AS (
      SELECT institution_type, day, lead(day) OVER (PARTITION BY institution_type ORDER BY day) AS next_day
      FROM moved
    ), figures AS (
      SELECT m.institution_type, m.day, m.next_day, ${figures}
      FROM span m JOIN own o ON o.institution_type = m.institution_type AND o.begins <= m.day
        AND (o.ends IS NULL OR o.ends > m.day)
      WHERE m.next_day IS NULL OR m.next_day > $${values.length + 1}::date
      GROUP BY 1, 2, 3
    )
    SELECT d::date::text AS snapshot_date, institution_type, $1::variant AS product_variant,
      $2::numeric(7, 2) AS tenure_months, $3::payout AS payout_type, institution_count,
      min_rate_pa, median_rate_pa, max_rate_pa, avg_rate_pa
    FROM figures JOIN first USING (institution_type),
      generate_series(greatest(day, ${since})::timestamp,
        coalesce(next_day - 1, ${day('now()')})::timestamp, '1 day') d
    ORDER BY 1, 2`
  return {
    name: `summary history ${name}`,
    text,
    values: [...values, query.since ?? '0001-01-01'],
  }
}

/** `/reports/best-rates`. */
export function bestRatesSql(query: Query): Statement {
  const { sql, values, name } = conditions({ 'i.type =': query.type })
  const text = `SELECT * FROM (
      SELECT DISTINCT ON (i.id) i.id AS institution_id, i.name, i.type, o.rate AS best_rate_pa,
        o.tenure AS best_tenure_months, o.payout AS best_payout_type,
        to_char(o.last_changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
          AS last_changed_at, o.trend
      FROM offer o JOIN institution i ON i.id = o.institution_id
      WHERE o.is_headline AND i.active${sql}
      ORDER BY i.id, o.rate DESC, o.tenure, o.payout, o.variant) best
    ORDER BY best_rate_pa DESC, institution_id LIMIT $${values.length + 1}`
  return { name: `best ${name}`, text, values: [...values, query.limit] }
}
