-- The book: one append-only log.

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
