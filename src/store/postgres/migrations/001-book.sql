-- The book: one append-only log. Everything else in this file reads it.

CREATE SCHEMA ratebook;

CREATE TABLE ratebook.migration (
  number   integer PRIMARY KEY,
  name     text NOT NULL,
  checksum text NOT NULL
);

CREATE TABLE ratebook.entry (
  position       bigint PRIMARY KEY,
  at             timestamptz NOT NULL CHECK (at = date_trunc('milliseconds', at)),
  kind           text NOT NULL CHECK (kind IN
    ('institution-registered', 'sheet-published', 'rates-checked', 'rates-verified',
     'rate-corrected', 'sheet-held', 'sheet-decided', 'source-accepted', 'reviewer-registered',
     'reviewer-removed')),
  institution_id text COLLATE "C" NOT NULL,
  -- SHA-256 in hex, over the digest of the entry before it and this entry: docs/book.md.
  digest         text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- body_text is the canonical JSON, byte for byte. body is the same for queries in SQL.
  body_text      text NOT NULL,
  body           jsonb NOT NULL GENERATED ALWAYS AS (body_text::jsonb) STORED
);

CREATE INDEX entry_of_institution ON ratebook.entry (institution_id, position);
-- Finds the first sheet, which sets the currency of the book.
CREATE INDEX entry_of_kind ON ratebook.entry (kind, position);

CREATE FUNCTION ratebook.refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'the book is append-only: % is refused', TG_OP;
END $$;

CREATE TRIGGER entry_is_never_updated BEFORE UPDATE ON ratebook.entry
  FOR EACH ROW EXECUTE FUNCTION ratebook.refuse();
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON ratebook.entry
  FOR EACH ROW EXECUTE FUNCTION ratebook.refuse();
CREATE TRIGGER entry_is_never_truncated BEFORE TRUNCATE ON ratebook.entry
  FOR EACH STATEMENT EXECUTE FUNCTION ratebook.refuse();

CREATE FUNCTION ratebook.check_next() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog AS $$
DECLARE
  last record;
BEGIN
  SELECT position, at INTO last FROM ratebook.entry ORDER BY position DESC LIMIT 1;
  IF NEW.position IS DISTINCT FROM coalesce(last.position, 0) + 1 THEN
    RAISE EXCEPTION 'the book has no gaps: an entry takes the next position';
  END IF;
  IF NEW.at < last.at THEN
    RAISE EXCEPTION 'the book runs forward: an entry is never earlier than the one before it';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER entry_is_the_next BEFORE INSERT ON ratebook.entry
  FOR EACH ROW EXECUTE FUNCTION ratebook.check_next();

CREATE FUNCTION ratebook.notify() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('ratebook_entry', '');
  RETURN NULL;
END $$;

-- Servers that listen read the new entries at once. A standby does not forward notifications.
CREATE TRIGGER entry_is_announced AFTER INSERT ON ratebook.entry
  FOR EACH STATEMENT EXECUTE FUNCTION ratebook.notify();

-- The triggers also fire in a session that sets session_replication_role to replica.
ALTER TABLE ratebook.entry ENABLE ALWAYS TRIGGER entry_is_never_updated;
ALTER TABLE ratebook.entry ENABLE ALWAYS TRIGGER entry_is_never_deleted;
ALTER TABLE ratebook.entry ENABLE ALWAYS TRIGGER entry_is_never_truncated;
ALTER TABLE ratebook.entry ENABLE ALWAYS TRIGGER entry_is_the_next;

-- The owner loses these rights too, but can grant them again.
REVOKE ALL ON ratebook.entry, ratebook.migration FROM PUBLIC;
REVOKE UPDATE, DELETE, TRUNCATE ON ratebook.entry FROM CURRENT_USER;

-- A decimal with at least this many places, as in the API.
CREATE FUNCTION ratebook.with_places(value text, places integer) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(value::numeric, greatest(scale(value::numeric), places));

-- The current record of each institution.
CREATE VIEW ratebook.institution AS
SELECT DISTINCT ON (institution_id)
  institution_id                    AS id,
  body ->> 'name'                   AS name,
  body ->> 'type'                   AS type,
  body ->> 'website'                AS website,
  (body ->> 'active')::boolean      AS active,
  body ->> 'licenseType'            AS license_type,
  body ->> 'creditRating'           AS credit_rating,
  body ->> 'ratingAgency'           AS rating_agency,
  (body ->> 'ratingUpdated')::date  AS rating_updated,
  (body ->> 'staleAfterDays')::integer AS stale_after_days,
  position
FROM ratebook.entry
WHERE kind = 'institution-registered'
ORDER BY institution_id, position DESC;

CREATE VIEW ratebook.rate_history AS
SELECT
  position,
  institution_id,
  item.value ->> 'variant'                              AS product_variant,
  ratebook.with_places(item.value ->> 'tenure', 2)      AS tenure_months,
  item.value ->> 'payout'                               AS payout_type,
  ratebook.with_places(item.value ->> 'previous', 3)    AS prev_rate_pa,
  ratebook.with_places(item.value ->> 'rate', 3)        AS new_rate_pa,
  item.value ->> 'direction'                            AS direction,
  at                                                    AS changed_at,
  ratebook.with_places(coalesce(item.value ->> 'minimumDeposit', '0'), 2) AS min_deposit,
  ratebook.with_places(coalesce(
    item.value ->> 'previousMinimumDeposit', item.value ->> 'minimumDeposit', '0'
  ), 2)                                                 AS prev_min_deposit
FROM ratebook.entry,
  jsonb_array_elements(body -> 'changes') WITH ORDINALITY AS item (value, line)
WHERE kind IN ('sheet-published', 'rate-corrected') AND item.value ->> 'direction' <> 'withdrawn'
ORDER BY position, line;

-- Retracted sheets are left out. For each institution and terms, the last sheet that lists or withdraws
-- them decides. Corrections of its figures, and later corrections with changes, replace its rates.
CREATE VIEW ratebook.current_offer AS
WITH correction AS (
  SELECT
    position,
    institution_id,
    (body -> 'correction' ->> 'of')::bigint AS sheet_position,
    (body -> 'correction' ->> 'isRetraction')::boolean AS is_retraction,
    body
  FROM ratebook.entry
  WHERE kind = 'rate-corrected'
),
sheet AS NOT MATERIALIZED (
  SELECT position, institution_id, body -> 'sheet' AS sheet
  FROM ratebook.entry
  WHERE kind = 'sheet-published'
    AND position NOT IN (SELECT sheet_position FROM correction WHERE is_retraction)
),
listed AS (
  SELECT
    position,
    institution_id,
    offer.value ->> 'variant' AS variant,
    (offer.value ->> 'tenure')::numeric AS tenure,
    offer.value ->> 'payout'  AS payout,
    offer.value ->> 'rate'    AS rate,
    coalesce(offer.value ->> 'minimumDeposit', '0') AS deposit
  FROM sheet, jsonb_array_elements(sheet -> 'offers') AS offer (value)
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
  ) AS ranked
  WHERE age = 1
),
covered AS (
  SELECT institution_id, variant, max(position) AS position
  FROM sheet, jsonb_array_elements_text(sheet -> 'covers') AS variant
  WHERE (sheet ->> 'complete')::boolean AND NOT sheet ? 'leaves'
  GROUP BY institution_id, variant
),
-- Complete sheets that leave some terms alone.
partly_covered AS (
  SELECT position, institution_id, variant, sheet -> 'leaves' AS leaves
  FROM sheet, jsonb_array_elements_text(sheet -> 'covers') AS variant
  WHERE (sheet ->> 'complete')::boolean AND sheet ? 'leaves'
),
corrected AS (
  SELECT
    position,
    institution_id,
    sheet_position,
    jsonb_array_length(body -> 'changes') > 0 AS has_changes,
    figure.value ->> 'variant' AS variant,
    (figure.value ->> 'tenure')::numeric AS tenure,
    figure.value ->> 'payout'  AS payout,
    figure.value ->> 'now'     AS rate,
    coalesce(figure.value ->> 'minimumDeposit', '0') AS deposit
  FROM correction, jsonb_array_elements(body -> 'correction' -> 'figures') AS figure (value)
  WHERE NOT is_retraction
    AND sheet_position NOT IN (SELECT sheet_position FROM correction WHERE is_retraction)
),
-- A sheet whose figure was corrected lists or withdraws these terms.
deciding AS (
  SELECT
    terms.institution_id,
    terms.variant,
    terms.tenure,
    terms.payout,
    greatest(max(sheet_position), max(covered.position), max(partly_covered.position)) AS position
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
      FROM jsonb_array_elements(partly_covered.leaves) AS left_alone (value)
      WHERE left_alone.value ->> 'variant' = terms.variant
        AND (left_alone.value ->> 'tenure')::numeric = terms.tenure
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
    PARTITION BY institution_id, variant, tenure, payout, deposit::numeric
  )
)
SELECT
  tier.position,
  tier.institution_id,
  institution.name                              AS institution_name,
  variant                                       AS product_variant,
  ratebook.with_places(tenure::text, 2)         AS tenure_months,
  ratebook.with_places(rate, 3)                 AS rate_pa,
  payout                                        AS payout_type,
  ratebook.with_places(printed_deposit, 2) AS min_deposit,
  entry.body -> 'sheet' ->> 'currency'          AS currency,
  (entry.body -> 'sheet' ->> 'scrapedAt')::timestamptz AS scraped_at,
  entry.body -> 'sheet' ->> 'sourceUrl'         AS source_url
FROM tier
JOIN ratebook.entry ON entry.position = tier.position
JOIN ratebook.institution ON institution.id = tier.institution_id AND institution.active
WHERE corrected_at = last_corrected_at AND rate IS NOT NULL
ORDER BY
  tier.institution_id,
  array_position(ARRAY['general', 'senior_citizen', 'women', 'digital', 'minor'], variant),
  tenure,
  array_position(ARRAY['maturity', 'monthly', 'quarterly', 'annual'], payout),
  deposit::numeric;
