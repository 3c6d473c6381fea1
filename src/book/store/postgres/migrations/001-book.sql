-- The book: one append-only log.

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
  -- The canonical JSON, byte for byte. NULL for a private entry of a mirrored book.
  body_text      text CHECK (body_text IS NULL OR body_text::jsonb IS NOT NULL),
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
