-- Format 2: terms may be a range of tenures (the key tenureTo), which is a column of the views at their end.
-- Institutions may have an insurance, and findings the limit that decided them.

-- Each stored change, a withdrawal too. `line` is its place in the entry, from 1.
CREATE OR REPLACE VIEW ratebook.change AS
SELECT
  position,
  institution_id,
  at,
  line,
  value ->> 'variant'   AS variant,
  value ->> 'tenure'    AS tenure,
  value ->> 'payout'    AS payout,
  value ->> 'previous'  AS previous,
  value ->> 'rate'      AS rate,
  value ->> 'direction' AS direction,
  coalesce(value ->> 'minimumDeposit', '0') AS deposit,
  coalesce(value ->> 'previousMinimumDeposit', value ->> 'minimumDeposit', '0') AS previous_deposit,
  coalesce(value ->> 'tenureTo', '') AS tenure_to
FROM ratebook.entry, jsonb_array_elements(body -> 'changes') WITH ORDINALITY AS item (value, line)
WHERE kind IN ('sheet-published', 'rate-corrected');

CREATE OR REPLACE VIEW ratebook.rate_history AS
SELECT
  position,
  institution_id,
  variant                                   AS product_variant,
  ratebook.with_places(tenure, 2)           AS tenure_months,
  payout                                    AS payout_type,
  ratebook.with_places(previous, 3)         AS prev_rate_pa,
  ratebook.with_places(rate, 3)             AS new_rate_pa,
  direction,
  at                                        AS changed_at,
  ratebook.with_places(deposit, 2)          AS min_deposit,
  ratebook.with_places(previous_deposit, 2) AS prev_min_deposit,
  ratebook.with_places(nullif(tenure_to, ''), 2) AS tenure_to_months
FROM ratebook.change
WHERE direction <> 'withdrawn'
ORDER BY position, line;

-- The last change of a tier gives its rate. The last sheet that has it, as printed or in a corrected
-- figure, gives the rest. GROUP BY leaves few rows for the windows, which are slow.
CREATE OR REPLACE VIEW ratebook.current_offer AS
WITH last_change AS (
  SELECT institution_id, variant, tenure, tenure_to, payout, deposit, previous_deposit,
    max(position) AS changed, (max(ARRAY[position, rate::numeric]))[2]::text AS rate
  FROM ratebook.change
  GROUP BY institution_id, variant, tenure, tenure_to, payout, deposit, previous_deposit
),
listing AS (
  SELECT institution_id, coalesce((value -> 'of')::bigint, position) AS sheet, kind, value AS tier
  FROM ratebook.entry,
    jsonb_array_elements(coalesce(body -> 'sheet' -> 'offers', body -> 'correction' -> 'figures'))
  WHERE kind IN ('sheet-published', 'rate-corrected')
),
fact AS (
  SELECT institution_id, variant, tenure, tenure_to, payout, deposit, rate, changed, 0 AS sheet,
    '' AS kind
  FROM last_change
  UNION ALL -- A move ends the earlier tier, unless another offer takes its place in the same entry.
  SELECT institution_id, variant, tenure, tenure_to, payout, previous_deposit, NULL, changed, 0, ''
  FROM last_change WHERE previous_deposit <> deposit
  UNION ALL
  SELECT institution_id, tier ->> 'variant', tier ->> 'tenure', coalesce(tier ->> 'tenureTo', ''),
    tier ->> 'payout', coalesce(tier ->> 'minimumDeposit', '0'), NULL, 0, max(sheet), kind
  FROM listing WHERE sheet NOT IN (
    SELECT (body -> 'correction' -> 'of')::bigint FROM ratebook.entry
    WHERE kind = 'rate-corrected' AND (body -> 'correction' -> 'isRetraction')::boolean)
  GROUP BY 1, 2, 3, 4, 5, 6, kind
),
tier AS (
  SELECT DISTINCT institution_id, variant, tenure, tenure_to, payout,
    first_value(rate) OVER (same_tier ORDER BY changed DESC, rate IS NULL) AS rate,
    first_value(sheet) OVER listed AS sheet,
    first_value(deposit) OVER listed AS deposit
  FROM fact
  WINDOW same_tier AS
      (PARTITION BY institution_id, variant, tenure, tenure_to, payout, deposit::numeric),
    listed AS (same_tier ORDER BY sheet DESC, kind = 'rate-corrected')
)
SELECT sheet AS position, tier.institution_id, name AS institution_name, variant AS product_variant,
  ratebook.with_places(tenure, 2) AS tenure_months,
  ratebook.with_places(rate, 3) AS rate_pa,
  payout AS payout_type,
  ratebook.with_places(deposit, 2) AS min_deposit,
  body -> 'sheet' ->> 'currency' AS currency,
  (body -> 'sheet' ->> 'scrapedAt')::timestamptz AS scraped_at,
  body -> 'sheet' ->> 'sourceUrl' AS source_url,
  ratebook.with_places(nullif(tenure_to, ''), 2) AS tenure_to_months
FROM tier JOIN ratebook.entry ON entry.position = sheet
  JOIN ratebook.institution ON id = tier.institution_id
WHERE active AND rate IS NOT NULL
ORDER BY tier.institution_id,
  array_position(ARRAY['general', 'senior_citizen', 'women', 'digital', 'minor'], variant),
  tenure::numeric,
  array_position(ARRAY['maturity', 'monthly', 'quarterly', 'annual'], payout),
  nullif(tenure_to, '')::numeric NULLS FIRST,
  deposit::numeric;
