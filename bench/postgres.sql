-- The tables of a good service on PostgreSQL, filled from files by the server itself.

CREATE TYPE variant AS ENUM ('general', 'senior_citizen', 'women', 'digital', 'minor');
CREATE TABLE institution (id text COLLATE "C" PRIMARY KEY, name text, type text);
CREATE TABLE history (
  seq int PRIMARY KEY, institution_id text COLLATE "C", variant variant, tenure numeric(7, 2), payout text,
  prev_rate numeric(7, 3), new_rate numeric(7, 3), direction text, changed_at timestamptz
);
COPY institution FROM 'FOLDER/institution.tsv';
COPY history FROM 'FOLDER/history.tsv';

CREATE TABLE offer AS
  SELECT DISTINCT ON (institution_id, variant, tenure, payout) institution_id, variant, tenure,
    payout, new_rate AS rate, changed_at, direction AS trend
  FROM history ORDER BY institution_id, variant, tenure, payout, seq DESC;

-- A page is found in an index alone, and only its rows are then read.
CREATE INDEX ON history (institution_id, seq);
CREATE INDEX ON history (seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON offer (variant, tenure, payout);
CREATE INDEX ON offer (institution_id, rate);
