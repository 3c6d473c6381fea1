-- Whether the authenticator may copy the passkey to other devices (BE of WebAuthn), which never changes. NULL until the first sign-in
-- of a passkey that was made before this column.
ALTER TABLE passkey ADD COLUMN backup_eligible INTEGER CHECK (backup_eligible IN (0, 1));
