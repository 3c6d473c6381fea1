"""Verifies a book of Ratebook in a SQLite file: python3 verify_book.py BOOK.db [CHECKPOINT-FILE]

It needs Python 3.7 and its standard library only, and follows book.md and checkpoints.md.
Exit code 0: every entry matches. 1: a difference; the message names the position. 2: a file cannot be read.
"""
import base64, datetime, hashlib, json, pathlib, re, sqlite3, sys

# A mirror lacks the bodies of these kinds.
PRIVATE = ('sheet-held', 'sheet-decided', 'source-accepted', 'reviewer-registered', 'reviewer-removed')
INSTANT = re.compile(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z')
CHECKPOINT = re.compile('.+\n([1-9][0-9]{0,15})\n([0-9A-Za-z+/]{43}=)\n(?:.+\n)*\n(?:\u2014 \\S+ \\S+\n)+')


def fail(code, message):
    print(message, file=sys.stderr)
    sys.exit(code)


def open_book(path):
    if not pathlib.Path(path).is_file():
        fail(2, f'{path} is not a file.')
    # `mode=ro` never writes to the book. SQLite also reads the file `-wal` beside it.
    book = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + '?mode=ro', uri=True)
    if book.execute('PRAGMA application_id').fetchone() != (1381253707,):
        fail(2, f'{path} is not a book of Ratebook.')
    # Bytes that are not UTF-8 become characters that cannot be encoded again, so computing the digest fails.
    book.text_factory = lambda text: text.decode('utf-8', 'surrogateescape')
    is_mirror = book.execute('SELECT count(*) FROM mirror').fetchone() != (0,)
    return is_mirror, book.execute('SELECT position, at, kind, institution_id, body_digest, body, digest FROM entry ORDER BY position')


def read_checkpoint(path):
    try:
        note = CHECKPOINT.fullmatch(pathlib.Path(path).read_bytes().decode())
    except (OSError, ValueError) as error:
        fail(2, f'{path} cannot be read: {error}.')
    return (int(note[1]), note[2]) if note else fail(2, f'{path} is not a checkpoint.')


def refuse_number(text):
    raise ValueError(f'the body contains {text}, which is not a whole number')


def check_entry(row, position, before, is_mirror):
    """Raises ValueError if an entry is wrong. `before` has the instant and the digest of the entry before it."""
    if row[0] != position:
        raise ValueError(f'the next entry has position {row[0]}')
    at, kind, body_digest, body, digest = row[1], row[2], *row[4:]
    if body is None and not (is_mirror and kind in PRIVATE):
        raise ValueError('the body is missing')
    # A line feed inside a column could move text to another column without changing the digest.
    if not all(isinstance(text, str) and '\n' not in text for text in (*row[1:5], body or '', digest)):
        raise ValueError('a column is not text, or contains a line feed')
    lines = ''.join(f'{line}\n' for line in (before[1], position, *row[1:5]))
    if hashlib.sha256(lines.encode()).hexdigest() != digest:
        raise ValueError('the digest is not that of the entry and the digest before it')
    if not INSTANT.fullmatch(at) or not datetime.datetime.fromisoformat(at[:-1]) or at < before[0]:
        raise ValueError(f'the instant {at!a} has another form, or is earlier than the one before it')
    if body is None:
        return
    if hashlib.sha256(body.encode()).hexdigest() != body_digest:
        raise ValueError('the body does not match its digest')
    # For whole numbers and ASCII keys, this is the text that RFC 8785 defines.
    value = json.loads(body, parse_float=refuse_number, parse_constant=refuse_number)
    if json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(',', ':')) != body:
        raise ValueError('the body is not canonical JSON')


def add_leaf(roots, position, digest):
    """Adds the leaf of an entry to the Merkle tree of RFC 6962, of which `roots` has the complete subtrees, largest first."""
    node = hashlib.sha256(b'\0' + bytes.fromhex(digest)).digest()
    while position % 2 == 0:
        node, position = hashlib.sha256(b'\1' + roots.pop() + node).digest(), position // 2
    roots.append(node)


def root_of(roots):
    *others, root = roots
    for left in reversed(others):
        root = hashlib.sha256(b'\1' + left + root).digest()
    return base64.b64encode(root).decode()


def verify(path, checkpoint=None):
    known_position, known_root = read_checkpoint(checkpoint) if checkpoint else (0, None)
    position, before, roots, withheld = 0, ('', '0' * 64), [], 0
    try:
        is_mirror, rows = open_book(path)
        for position, row in enumerate(rows, 1):
            check_entry(row, position, before, is_mirror)
            before = row[1], row[6]
            withheld += row[5] is None
            if position <= known_position:
                add_leaf(roots, position, row[6])
            if position == known_position and root_of(roots) != known_root:
                raise ValueError(f'the root is {root_of(roots)}, and {known_root} in {checkpoint}')
    except (ValueError, RecursionError) as error:
        fail(1, f'{path} differs at position {position}: {error}.')
    except sqlite3.Error as error:
        fail(2, f'{path} cannot be read after position {position}: {error}.')
    if position < known_position:
        fail(1, f'{path} ends at position {position}, and {checkpoint} is of position {known_position}.')
    print(f'{position} entries, digest {before[1]} at position {position}')
    if withheld:
        print(f'{withheld} private entries have no body here; only their digests were verified')
    if checkpoint:
        print(f'{checkpoint}: the book contains position {known_position}; its Ed25519 signature was not verified')


verify(*sys.argv[1:]) if len(sys.argv) in (2, 3) else fail(2, __doc__.split('\n')[0])
