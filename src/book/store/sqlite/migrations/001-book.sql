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
  body_digest    TEXT NOT NULL CHECK (length(body_digest) = 64 AND body_digest NOT GLOB '*[^0-9a-f]*'),
  -- NULL for a private entry of a mirrored book.
  body           TEXT CHECK (json_valid(body)),
  CHECK (body IS NOT NULL OR kind IN
    ('sheet-held', 'sheet-decided', 'source-accepted', 'reviewer-registered', 'reviewer-removed'))
) STRICT;

-- The address of the book that this one mirrors, if it is a mirror. Only `ratebook mirror` extends it.
CREATE TABLE mirror (
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  url TEXT NOT NULL
) STRICT;

-- Signed notes about this book: on a mirror those of the operator, on the operator's book those that
-- witnesses have cosigned.
CREATE TABLE checkpoint (
  position INTEGER PRIMARY KEY,
  note     TEXT NOT NULL
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

-- Each stored change, a withdrawal too. `line` is its place in the entry, from 1.
CREATE VIEW change AS
SELECT
  position,
  institution_id,
  at,
  item.key + 1 AS line,
  item.value ->> 'variant'   AS variant,
  item.value ->> 'tenure'    AS tenure,
  coalesce(item.value ->> 'tenureTo', '') AS tenure_to,
  item.value ->> 'payout'    AS payout,
  item.value ->> 'previous'  AS previous,
  item.value ->> 'rate'      AS rate,
  item.value ->> 'direction' AS direction,
  coalesce(item.value ->> 'minimumDeposit', '0') AS deposit,
  coalesce(item.value ->> 'previousMinimumDeposit', item.value ->> 'minimumDeposit', '0')
    AS previous_deposit
FROM entry, json_each(body, '$.changes') AS item
WHERE kind IN ('sheet-published', 'rate-corrected');

-- Decimals are padded as texts, because arithmetic would round them. substr gives the missing point
-- and zeros.

CREATE VIEW rate_history AS
SELECT
  position,
  institution_id,
  variant AS product_variant,
  tenure || substr('.00', 2 + length(tenure) - instr(tenure || '.', '.')) AS tenure_months,
  payout AS payout_type,
  previous || substr('.000', 2 + length(previous) - instr(previous || '.', '.')) AS prev_rate_pa,
  rate || substr('.000', 2 + length(rate) - instr(rate || '.', '.')) AS new_rate_pa,
  direction,
  replace(at, '.000Z', 'Z') AS changed_at,
  deposit || substr('.00', 2 + length(deposit) - instr(deposit || '.', '.')) AS min_deposit,
  previous_deposit
    || substr('.00', 2 + length(previous_deposit) - instr(previous_deposit || '.', '.'))
    AS prev_min_deposit,
  nullif(tenure_to || substr('.00', 2 + length(tenure_to) - instr(tenure_to || '.', '.')), '.00')
    AS tenure_to_months
FROM change
WHERE direction <> 'withdrawn'
ORDER BY position, line;

-- The last change of a tier gives its rate. The last sheet that has it, as printed or in a corrected
-- figure, gives the rest. GROUP BY leaves few rows for the windows, which are slow.
CREATE VIEW current_offer AS
WITH last_change AS (
  SELECT institution_id, variant, tenure, tenure_to, payout, deposit, previous_deposit,
    max(position) AS changed, rate
  FROM change
  GROUP BY institution_id, variant, tenure, tenure_to, payout, deposit, previous_deposit
),
listing AS (
  SELECT institution_id, coalesce(value ->> 'of', position) AS sheet, kind, value AS tier
  FROM entry, json_each(body, iif(kind = 'sheet-published', '$.sheet.offers', '$.correction.figures'))
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
    SELECT body ->> '$.correction.of' FROM entry
    WHERE kind = 'rate-corrected' AND body ->> '$.correction.isRetraction')
  GROUP BY 1, 2, 3, 4, 5, 6, kind
),
tier AS (
  SELECT DISTINCT institution_id, variant, tenure, tenure_to, payout,
    first_value(rate) OVER (same_tier ORDER BY changed DESC, rate IS NULL) AS rate,
    first_value(sheet) OVER listed AS sheet,
    first_value(deposit) OVER listed AS deposit
  FROM fact
  WINDOW same_tier AS (PARTITION BY institution_id, variant, tenure, tenure_to, payout,
      iif(instr(deposit, '.'), rtrim(rtrim(deposit, '0'), '.'), deposit)), -- 5000 is 5000.00
    listed AS (same_tier ORDER BY sheet DESC, kind = 'rate-corrected')
)
SELECT sheet AS position, tier.institution_id, name AS institution_name, variant AS product_variant,
  tenure || substr('.00', 2 + length(tenure) - instr(tenure || '.', '.')) AS tenure_months,
  rate || substr('.000', 2 + length(rate) - instr(rate || '.', '.')) AS rate_pa,
  payout AS payout_type,
  deposit || substr('.00', 2 + length(deposit) - instr(deposit || '.', '.')) AS min_deposit,
  body ->> '$.sheet.currency' AS currency,
  replace(body ->> '$.sheet.scrapedAt', '.000Z', 'Z') AS scraped_at,
  body ->> '$.sheet.sourceUrl' AS source_url,
  nullif(tenure_to || substr('.00', 2 + length(tenure_to) - instr(tenure_to || '.', '.')), '.00')
    AS tenure_to_months
FROM tier JOIN entry ON entry.position = sheet JOIN institution ON id = tier.institution_id
WHERE active AND rate IS NOT NULL
-- Of two padded decimals, that with more digits before the point is larger.
ORDER BY tier.institution_id, instr('general senior_citizen women digital minor', variant),
  instr(tenure_months, '.'), tenure_months, instr('maturity monthly quarterly annual', payout),
  instr(tenure_to || '.', '.'), tenure_to, instr(min_deposit, '.'), min_deposit;
