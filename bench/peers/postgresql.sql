-- The market as somebody who knows PostgreSQL would keep it: exact numerics, enumerations in the order of the
-- specification, and an index for every filter that an endpoint has, in the order in which it answers.

CREATE TYPE institution_type AS ENUM ('bank', 'nbfi');
CREATE TYPE variant AS ENUM ('general', 'senior_citizen', 'women', 'digital', 'minor');
CREATE TYPE payout AS ENUM ('maturity', 'monthly', 'quarterly', 'annual');
CREATE TYPE direction AS ENUM ('initial', 'up', 'down', 'flat');

CREATE TABLE institution (
  id     text PRIMARY KEY,
  name   text NOT NULL,
  type   institution_type NOT NULL,
  active boolean NOT NULL
);

CREATE TABLE history (
  seq              integer NOT NULL,
  institution_id   text NOT NULL,
  institution_type institution_type NOT NULL,
  variant          variant NOT NULL,
  tenure           numeric(7, 2) NOT NULL,
  payout           payout NOT NULL,
  prev_rate        numeric(7, 3) NOT NULL,
  new_rate         numeric(7, 3) NOT NULL,
  direction        direction NOT NULL,
  changed_at       timestamptz NOT NULL
);

CREATE TABLE offer (
  institution_id   text NOT NULL,
  institution_type institution_type NOT NULL,
  variant          variant NOT NULL,
  tenure           numeric(7, 2) NOT NULL,
  payout           payout NOT NULL,
  rate             numeric(7, 3) NOT NULL,
  min_deposit      numeric(15, 2) NOT NULL,
  is_headline      boolean NOT NULL,
  currency         text NOT NULL,
  scraped_at       timestamptz NOT NULL,
  source_url       text NOT NULL,
  last_changed_at  timestamptz NOT NULL,
  trend            direction NOT NULL
);

CREATE TABLE step (
  institution_type institution_type NOT NULL,
  variant          variant NOT NULL,
  tenure           numeric(7, 2) NOT NULL,
  payout           payout NOT NULL,
  institution_id   text NOT NULL,
  rate             numeric(7, 3) NOT NULL,
  since            timestamptz NOT NULL,
  until            timestamptz
);
