-- The book: one append-only log. Everything else in this file reads it.

CREATE TABLE migration (
  number   INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  checksum TEXT NOT NULL
) STRICT;

CREATE TABLE entry (
  position       INTEGER PRIMARY KEY,
  at             TEXT NOT NULL CHECK (at GLOB
    '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z'),
  kind           TEXT NOT NULL CHECK (kind IN
    ('institution-registered', 'sheet-published', 'rates-checked', 'rates-verified',
     'rate-corrected', 'sheet-held', 'sheet-decided', 'source-accepted', 'reviewer-registered',
     'reviewer-removed')),
  institution_id TEXT NOT NULL,
  -- SHA-256 in hex, over the digest of the entry before it and this entry: docs/book.md.
  digest         TEXT NOT NULL CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
  body           TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE TRIGGER entry_is_never_updated BEFORE UPDATE ON entry BEGIN
  SELECT raise(ABORT, 'the book is append-only: an entry is never changed');
END;

CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry BEGIN
  SELECT raise(ABORT, 'the book is append-only: an entry is never deleted');
END;

-- INSERT OR REPLACE and ON CONFLICT DO UPDATE bypass both triggers above, so a position that is taken
-- is refused. NEW.position is -1 if it was left out. IS NOT also compares NULL.
CREATE TRIGGER entry_has_the_next_position BEFORE INSERT ON entry
WHEN NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM entry) BEGIN
  SELECT raise(ABORT, 'the book has no gaps: an entry takes the next position');
END;

CREATE TRIGGER entry_is_never_earlier BEFORE INSERT ON entry
WHEN NEW.at < (SELECT at FROM entry ORDER BY position DESC LIMIT 1) BEGIN
  SELECT raise(ABORT, 'the book runs forward: an entry is never earlier than the one before it');
END;

-- The current record of each institution. With max(), SQLite takes the other
-- columns from the row that has the maximum.
CREATE VIEW institution AS
SELECT
  institution_id              AS id,
  body ->> 'name'             AS name,
  body ->> 'type'             AS type,
  body ->> 'website'          AS website,
  body ->> 'active'           AS active,
  body ->> 'licenseType'      AS license_type,
  body ->> 'creditRating'     AS credit_rating,
  body ->> 'ratingAgency'     AS rating_agency,
  body ->> 'ratingUpdated'    AS rating_updated,
  body ->> 'staleAfterDays'   AS stale_after_days,
  max(position)               AS position
FROM entry
WHERE kind = 'institution-registered'
GROUP BY institution_id
ORDER BY institution_id;

-- Decimals are padded as texts, because arithmetic would round them. substr gives the missing point
-- and zeros.

CREATE VIEW rate_history AS
WITH change AS (
  SELECT
    position,
    institution_id,
    at,
    item.key AS line,
    item.value ->> 'variant'   AS variant,
    item.value ->> 'tenure'    AS tenure,
    item.value ->> 'payout'    AS payout,
    item.value ->> 'previous'  AS previous,
    item.value ->> 'rate'      AS rate,
    item.value ->> 'direction' AS direction,
    coalesce(item.value ->> 'minimumDeposit', '0') AS deposit,
    coalesce(
      item.value ->> 'previousMinimumDeposit', item.value ->> 'minimumDeposit', '0'
    ) AS previous_deposit
  FROM entry, json_each(body, '$.changes') AS item
  WHERE kind IN ('sheet-published', 'rate-corrected')
)
SELECT
  position,
  institution_id,
  variant AS product_variant,
  tenure || substr('.00', iif(instr(tenure, '.'), 2 + length(tenure) - instr(tenure, '.'), 1))
    AS tenure_months,
  payout AS payout_type,
  previous
    || substr('.000', iif(instr(previous, '.'), 2 + length(previous) - instr(previous, '.'), 1))
    AS prev_rate_pa,
  rate || substr('.000', iif(instr(rate, '.'), 2 + length(rate) - instr(rate, '.'), 1))
    AS new_rate_pa,
  direction,
  replace(at, '.000Z', 'Z') AS changed_at,
  deposit || substr('.00', iif(instr(deposit, '.'), 2 + length(deposit) - instr(deposit, '.'), 1))
    AS min_deposit,
  previous_deposit || substr('.00', iif(
    instr(previous_deposit, '.'), 2 + length(previous_deposit) - instr(previous_deposit, '.'), 1
  )) AS prev_min_deposit
FROM change
WHERE direction <> 'withdrawn'
ORDER BY position, line;

-- Retracted sheets are left out. For each institution and terms, the last sheet that lists or withdraws
-- them decides. Corrections of its figures, and later corrections with changes, replace its rates.
CREATE VIEW current_offer AS
WITH retracted AS (
  SELECT body ->> '$.correction.of' AS position
  FROM entry
  WHERE kind = 'rate-corrected' AND body ->> '$.correction.isRetraction'
),
sheet AS NOT MATERIALIZED (
  SELECT position, institution_id, body
  FROM entry
  WHERE kind = 'sheet-published' AND position NOT IN (SELECT position FROM retracted)
),
listed AS (
  SELECT
    position,
    institution_id,
    offer.value ->> 'variant' AS variant,
    offer.value ->> 'tenure'  AS tenure,
    offer.value ->> 'payout'  AS payout,
    offer.value ->> 'rate'    AS rate,
    coalesce(offer.value ->> 'minimumDeposit', '0') AS deposit
  FROM sheet, json_each(body, '$.sheet.offers') AS offer
),
last_listed AS (
  SELECT *
  FROM (
    SELECT
      *,
      rank() OVER (
        PARTITION BY institution_id, variant, tenure, payout ORDER BY position DESC
      ) AS age
    FROM listed
  )
  WHERE age = 1
),
covered AS (
  SELECT institution_id, variant.value AS variant, max(position) AS position
  FROM sheet, json_each(body, '$.sheet.covers') AS variant
  WHERE body ->> '$.sheet.complete' AND body -> '$.sheet.leaves' IS NULL
  GROUP BY institution_id, variant.value
),
-- Complete sheets that leave some terms alone.
partly_covered AS (
  SELECT position, institution_id, variant.value AS variant, body -> '$.sheet.leaves' AS leaves
  FROM sheet, json_each(body, '$.sheet.covers') AS variant
  WHERE body ->> '$.sheet.complete' AND body -> '$.sheet.leaves' IS NOT NULL
),
corrected AS (
  SELECT
    position,
    institution_id,
    body ->> '$.correction.of' AS sheet_position,
    json_array_length(body, '$.changes') > 0 AS has_changes,
    figure.value ->> 'variant' AS variant,
    figure.value ->> 'tenure'  AS tenure,
    figure.value ->> 'payout'  AS payout,
    figure.value ->> 'now'     AS rate,
    coalesce(figure.value ->> 'minimumDeposit', '0') AS deposit
  FROM entry, json_each(body, '$.correction.figures') AS figure
  WHERE kind = 'rate-corrected' AND NOT body ->> '$.correction.isRetraction'
    AND body ->> '$.correction.of' NOT IN (SELECT position FROM retracted)
),
-- A sheet whose figure was corrected lists or withdraws these terms.
deciding AS (
  SELECT
    terms.institution_id,
    terms.variant,
    terms.tenure,
    terms.payout,
    max(
      max(sheet_position), coalesce(covered.position, 0), coalesce(max(partly_covered.position), 0)
    ) AS position
  FROM (
    SELECT institution_id, variant, tenure, payout, position AS sheet_position FROM last_listed
    UNION ALL
    SELECT institution_id, variant, tenure, payout, sheet_position FROM corrected
  ) AS terms
  LEFT JOIN covered USING (institution_id, variant)
  LEFT JOIN partly_covered
    ON partly_covered.institution_id = terms.institution_id
    AND partly_covered.variant = terms.variant
    AND NOT EXISTS (
      SELECT 1
      FROM json_each(partly_covered.leaves) AS left_alone
      WHERE left_alone.value ->> 'variant' = terms.variant
        AND left_alone.value ->> 'tenure' = terms.tenure
        AND left_alone.value ->> 'payout' = terms.payout
    )
  GROUP BY terms.institution_id, terms.variant, terms.tenure, terms.payout
),
figure AS (
  SELECT deciding.*, 0 AS corrected_at, rate, deposit
  FROM deciding JOIN last_listed USING (institution_id, variant, tenure, payout, position)
  UNION ALL
  SELECT deciding.*, corrected.position, rate, deposit
  FROM deciding JOIN corrected USING (institution_id, variant, tenure, payout)
  WHERE sheet_position = deciding.position
    OR (has_changes AND corrected.position > deciding.position)
),
tier AS (
  SELECT
    *,
    max(corrected_at) OVER same_tier AS last_corrected_at,
    coalesce(max(CASE WHEN corrected_at = 0 THEN deposit END) OVER same_tier, deposit)
      AS printed_deposit
  FROM figure
  -- 5000 and 5000.00 are the same tier.
  WINDOW same_tier AS (
    PARTITION BY institution_id, variant, tenure, payout,
      iif(instr(deposit, '.'), rtrim(rtrim(deposit, '0'), '.'), deposit)
  )
)
SELECT
  position,
  institution_id,
  institution.name AS institution_name,
  variant AS product_variant,
  tenure || substr('.00', iif(instr(tenure, '.'), 2 + length(tenure) - instr(tenure, '.'), 1))
    AS tenure_months,
  rate || substr('.000', iif(instr(rate, '.'), 2 + length(rate) - instr(rate, '.'), 1))
    AS rate_pa,
  payout AS payout_type,
  printed_deposit || substr('.00', iif(
    instr(printed_deposit, '.'), 2 + length(printed_deposit) - instr(printed_deposit, '.'), 1
  )) AS min_deposit,
  entry.body ->> '$.sheet.currency' AS currency,
  replace(entry.body ->> '$.sheet.scrapedAt', '.000Z', 'Z') AS scraped_at,
  entry.body ->> '$.sheet.sourceUrl' AS source_url
FROM tier
JOIN entry USING (position, institution_id)
JOIN (SELECT id, name FROM institution WHERE active) AS institution
  ON institution.id = institution_id
WHERE corrected_at = last_corrected_at AND rate IS NOT NULL
ORDER BY
  institution_id,
  instr('general senior_citizen women digital minor', variant),
  -- Whole months as a number, then the digits that follow: a REAL holds too few.
  CAST(tenure AS INTEGER),
  rtrim(rtrim(substr(tenure, instr(tenure || '.', '.')), '0'), '.'),
  instr('maturity monthly quarterly annual', payout),
  CAST(deposit AS INTEGER),
  rtrim(rtrim(substr(deposit, instr(deposit || '.', '.')), '0'), '.');
