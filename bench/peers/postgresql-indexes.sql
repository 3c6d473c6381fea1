-- Made when the rows are in; each paragraph by a connection of its own.

CREATE UNIQUE INDEX ON history (seq);
CREATE INDEX ON history (institution_id, seq);
CREATE INDEX ON history (institution_id, variant, seq);

CREATE INDEX ON history (institution_id, payout, seq);
CREATE INDEX ON history (institution_id, tenure, seq);
CREATE INDEX ON history (institution_id, variant, tenure, payout, seq);

-- The changes have indexes of their own, which hold raises and cuts alone.
CREATE INDEX ON history (changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON history (institution_type, changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON history (direction, changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON history (institution_type, direction, changed_at, seq)
  WHERE direction IN ('up', 'down');

CREATE INDEX ON history (institution_id, changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX ON history (institution_id, direction, changed_at, seq)
  WHERE direction IN ('up', 'down');
CREATE INDEX ON offer (variant, tenure, payout) WHERE is_headline;
CREATE INDEX ON offer (institution_id, variant, tenure, payout, min_deposit);
CREATE INDEX ON step (variant, tenure, payout, institution_type, since);
