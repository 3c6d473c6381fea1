-- The database of the review desk: who may sign in, and who is signed in. It holds no figures and no decisions.
-- Tokens are stored as digests (SHA-256, lower-case hex) only. Times are milliseconds since 1970.
-- `registration` is the position in the book at which the reviewer was registered; a removal ends what is bound to it.

CREATE TABLE migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL
) STRICT;

CREATE TABLE invitation (
  token_digest TEXT PRIMARY KEY,
  reviewer_id TEXT NOT NULL,
  registration INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE TABLE passkey (
  credential_id TEXT PRIMARY KEY,
  reviewer_id TEXT NOT NULL,
  registration INTEGER NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  -- A JSON array of the ways in which browsers reach the authenticator.
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Whether the authenticator may copy it to other devices (BE of WebAuthn), which never changes.
  backup_eligible INTEGER NOT NULL CHECK (backup_eligible IN (0, 1))
) STRICT;

CREATE TABLE session (
  token_digest TEXT PRIMARY KEY,
  reviewer_id TEXT NOT NULL,
  registration INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- A challenge waits for the answer of the browser whose cookie has this digest.
CREATE TABLE challenge (
  browser_digest TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'registration')),
  challenge TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
