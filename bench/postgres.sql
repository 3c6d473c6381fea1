-- The tables of a good service on PostgreSQL, filled by the server itself from the published sheets.

CREATE TYPE variant AS ENUM ('general', 'senior_citizen', 'women', 'digital', 'minor');
CREATE TABLE institution (id text COLLATE "C" PRIMARY KEY, name text, type text);
INSERT INTO institution
  SELECT * FROM json_to_recordset(pg_read_file('FOLDER/institutions.json')::json) AS i(id text, name text, type text);

CREATE TABLE history AS
  SELECT row_number() OVER (ORDER BY scraped_at, place)::int AS seq, institution_id COLLATE "C", variant, tenure,
    payout, coalesce(lag(rate) OVER series, rate) AS prev_rate, rate AS new_rate, scraped_at AS changed_at,
    CASE sign(rate - lag(rate) OVER series) WHEN 1 THEN 'up' WHEN -1 THEN 'down' ELSE 'initial' END AS direction
  FROM pg_ls_dir('FOLDER/sheets') AS file,
    json_to_record(pg_read_file('FOLDER/sheets/' || file)::json)
      AS sheet(institution_id text, scraped_at timestamptz, offers json),
    ROWS FROM (json_to_recordset(offers) AS (product_variant variant, tenure_months numeric(7, 2),
      payout_type text, rate_pa numeric(7, 3))) WITH ORDINALITY AS offer(variant, tenure, payout, rate, place)
  WINDOW series AS (PARTITION BY institution_id, variant, tenure, payout ORDER BY scraped_at);

CREATE TABLE offer AS
  SELECT DISTINCT ON (institution_id, variant, tenure, payout) institution_id, variant, tenure,
    payout, new_rate AS rate, changed_at, direction AS trend
  FROM history ORDER BY institution_id, variant, tenure, payout, seq DESC;

-- A page is found in an index alone, and only its rows are then read.
ALTER TABLE history ADD PRIMARY KEY (seq);
CREATE INDEX ON history (institution_id, seq);
CREATE INDEX ON history (seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON offer (variant, tenure, payout);
CREATE INDEX ON offer (institution_id, rate);
