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
  body_digest    text COLLATE "C" NOT NULL CHECK (body_digest ~ '^[0-9a-f]{64}$'),
  -- body_text is the canonical JSON, byte for byte. body is the same for queries in SQL. Both are NULL
  -- for a private entry of a mirrored book.
  body_text      text,
  body           jsonb GENERATED ALWAYS AS (body_text::jsonb) STORED,
  CONSTRAINT entry_body_check CHECK (body_text IS NOT NULL OR kind IN
    ('sheet-held', 'sheet-decided', 'source-accepted', 'reviewer-registered', 'reviewer-removed'))
);

-- The address of the book that this one mirrors, if it is a mirror. Only `ratebook mirror` extends it.
CREATE TABLE ratebook.mirror (
  id  integer PRIMARY KEY CHECK (id = 1),
  url text NOT NULL
);

-- Signed notes about this book: on a mirror those of the operator, on the operator's book those that
-- witnesses have cosigned.
CREATE TABLE ratebook.checkpoint (
  position bigint PRIMARY KEY,
  note     text NOT NULL
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
REVOKE ALL ON ratebook.entry, ratebook.mirror, ratebook.checkpoint, ratebook.migration FROM PUBLIC;
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

-- Each stored change, a withdrawal too. `line` is its place in the entry, from 1.
CREATE VIEW ratebook.change AS
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

CREATE VIEW ratebook.rate_history AS
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
CREATE VIEW ratebook.current_offer AS
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
