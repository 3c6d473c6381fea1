-- The tables of a good service on PostgreSQL, filled by the server itself from the published sheets.

CREATE TYPE variant AS ENUM ('general', 'senior_citizen', 'women', 'digital', 'minor');
CREATE TABLE institution AS
  SELECT id AS institution_id, name AS institution_name, type AS institution_type
  FROM json_to_recordset(pg_read_file('FOLDER/institutions.json')::json)
    AS i(id text COLLATE "C", name text, type text);
CREATE TABLE history AS
  SELECT row_number() OVER (ORDER BY scraped_at, place)::int AS seq, institution_id, product_variant, tenure_months,
    payout_type, coalesce(lag(rate_pa) OVER series, rate_pa) AS prev_rate_pa, rate_pa AS new_rate_pa,
    CASE sign(rate_pa - lag(rate_pa) OVER series) WHEN 1 THEN 'up' WHEN -1 THEN 'down' ELSE 'initial' END AS direction,
    scraped_at AS changed_at
  FROM pg_ls_dir('FOLDER/sheets') AS file,
    json_to_record(pg_read_file('FOLDER/sheets/' || file)::json)
      AS sheet(institution_id text COLLATE "C", scraped_at timestamptz, offers json),
    ROWS FROM (json_to_recordset(offers) AS (product_variant variant, tenure_months numeric(7, 2), payout_type text,
      rate_pa numeric(7, 3))) WITH ORDINALITY AS offer(product_variant, tenure_months, payout_type, rate_pa, place)
  WINDOW series AS (PARTITION BY institution_id, product_variant, tenure_months, payout_type ORDER BY scraped_at);
CREATE TABLE offer AS
  SELECT DISTINCT ON (institution_id, product_variant, tenure_months, payout_type) *, new_rate_pa AS rate_pa
  FROM history ORDER BY institution_id, product_variant, tenure_months, payout_type, seq DESC;

-- A page is found in an index alone, and only its rows are then read.
ALTER TABLE institution ADD PRIMARY KEY (institution_id);
ALTER TABLE history ADD PRIMARY KEY (seq);
CREATE INDEX ON history (institution_id, seq);
CREATE INDEX ON history (seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON offer (product_variant, tenure_months, payout_type);
CREATE INDEX ON offer (institution_id, rate_pa);
