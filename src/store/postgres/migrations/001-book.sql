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
     'rate-corrected')),
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
WHERE kind = 'sheet-published' AND item.value ->> 'direction' <> 'withdrawn'
ORDER BY position, line;

-- For each institution and terms, the latest entry that lists offers or withdraws them decides.
CREATE VIEW ratebook.current_offer AS
WITH listed_or_withdrawn AS (
  SELECT
    position,
    institution_id,
    offer.line,
    offer.value ->> 'variant' AS variant,
    (offer.value ->> 'tenure')::numeric AS tenure,
    offer.value ->> 'payout'  AS payout,
    offer.value ->> 'rate'    AS rate,
    coalesce(offer.value ->> 'minimumDeposit', '0') AS deposit
  FROM ratebook.entry,
    jsonb_array_elements(body -> 'sheet' -> 'offers') WITH ORDINALITY AS offer (value, line)
  WHERE kind = 'sheet-published'
  UNION ALL
  SELECT
    position,
    institution_id,
    NULL,
    change.value ->> 'variant',
    (change.value ->> 'tenure')::numeric,
    change.value ->> 'payout',
    NULL,
    NULL
  FROM ratebook.entry, jsonb_array_elements(body -> 'changes') AS change (value)
  WHERE kind = 'sheet-published' AND change.value ->> 'direction' = 'withdrawn'
),
latest AS (
  SELECT
    *,
    rank() OVER (PARTITION BY institution_id, variant, tenure, payout ORDER BY position DESC) AS age
  FROM listed_or_withdrawn
)
SELECT
  latest.position,
  latest.institution_id,
  institution.name                              AS institution_name,
  variant                                       AS product_variant,
  ratebook.with_places(tenure::text, 2)         AS tenure_months,
  ratebook.with_places(rate, 3)                 AS rate_pa,
  payout                                        AS payout_type,
  ratebook.with_places(deposit, 2)              AS min_deposit,
  entry.body -> 'sheet' ->> 'currency'          AS currency,
  (entry.body -> 'sheet' ->> 'scrapedAt')::timestamptz AS scraped_at,
  entry.body -> 'sheet' ->> 'sourceUrl'         AS source_url
FROM latest
JOIN ratebook.entry ON entry.position = latest.position
JOIN ratebook.institution ON institution.id = latest.institution_id AND institution.active
WHERE age = 1 AND rate IS NOT NULL
ORDER BY
  latest.institution_id,
  array_position(ARRAY['general', 'senior_citizen', 'women', 'digital', 'minor'], variant),
  tenure,
  array_position(ARRAY['maturity', 'monthly', 'quarterly', 'annual'], payout),
  line;
