"""Verifies a book of Ratebook: python3 verify_book.py BOOK.db [CHECKPOINT-FILE]
or the pages of a log on standard input: cat 0 1 2 | python3 verify_book.py - [CHECKPOINT-FILE]

It needs Python 3.7 and its standard library only, and follows book.md, log.md and checkpoints.md.
Exit code 0: every entry matches. 1: a difference; the message names the position. 2: a file cannot be read.
"""
import base64, datetime, hashlib, json, os, pathlib, re, sqlite3, sys

# The form of an entry: these lines, up to the next comment without indent, are the same in verify_book.py and verify_proof.py.
LONGEST = 16 * 1024 * 1024  # The most bytes of a line of the log.
PRIVATE = ('sheet-held', 'sheet-decided', 'source-accepted', 'reviewer-registered', 'reviewer-removed')
KINDS = ('institution-registered', 'sheet-published', 'rates-checked', 'rates-verified', 'rate-corrected') + PRIVATE
KEYS = frozenset("""
    active creditRating licenseType name ratingAgency ratingUpdated staleAfterDays type website reviewer id insurance status amount scheme
    since sheet sourceUrl scrapedAt currency complete covers leaves offers variant tenure tenureDays tenureTo tenureToDays payout rate
    minimumDeposit annualEffectiveRate product changes direction previous previousMinimumDeposit sample origin source file digest captures
    page url at format charset nextDue printedDate day cell cells column factor capture address text decimal means repeats unmatched
    typedFrom outcome message refusal tiers hold decision comparedWith reviewers editOf findings rule tier correction of isRetraction cause
    figures was now by note reason limit value salt clock""".split())
INSTANT = re.compile(r'(?:19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z')
LINE = re.compile(r'\{"position":([1-9][0-9]{0,15}),"at":"([^"\\]*)","kind":"([^"\\]*)","institution_id":"([^"\\]*)",'
                  r'"body_digest":"([0-9a-f]{64})","digest":"([0-9a-f]{64})"(?:,"body":(\{.*\}))?\}', re.DOTALL)


def finish(code, text):
    """Prints the result, and ends. No terminal and no reader that is gone can make a traceback of it."""
    for stream in (sys.stdout, sys.stderr)[code > 0:]:
        try:
            stream.reconfigure(errors='backslashreplace')
            print(text, file=stream, flush=True)
            break
        except (OSError, AttributeError) as problem:
            code, text = 2, f'The result cannot be written: {problem}.'
    os._exit(code)


def check_entry(before, position, at, kind, institution, body_digest, body, digest):
    """Raises ValueError unless the entry has the one form that Ratebook writes, and its digests match. Returns the value of its body.
    `before` is the digest of the entry before it."""
    # A line feed inside a column could move text to another column without changing the digest.
    if not all(isinstance(text, str) and '\n' not in text for text in (at, kind, institution, body_digest, body or '', digest)):
        raise ValueError('a column is not text, or contains a line feed')
    lines = ''.join(f'{line}\n' for line in (before, position, at, kind, institution, body_digest))
    if hashlib.sha256(lines.encode()).hexdigest() != digest:
        raise ValueError('the digest is not that of the entry and the digest before it')
    if kind not in KINDS:
        raise ValueError(f'the kind {kind[:80]!a} is unknown, or newer than this program')
    if not INSTANT.fullmatch(at) or not datetime.datetime.fromisoformat(at[:-1]):
        raise ValueError(f'the instant {at[:80]!a} has another form')
    if not re.fullmatch('' if kind.startswith('reviewer-') else '(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*', institution):
        raise ValueError(f'the institution {institution[:80]!a} is not the id of one, or not empty for a reviewer')
    if body is None:
        return None
    if hashlib.sha256(body.encode()).hexdigest() != body_digest:
        raise ValueError('the body does not match its digest')
    value = json.loads(body, parse_int=whole_number, parse_float=whole_number, parse_constant=whole_number)
    if not isinstance(value, dict):
        raise ValueError('the body is not a JSON object')
    if '\\u0000' in body and re.search(r'(?<!\\)(\\\\)*\\u0000', body):
        raise ValueError('the body contains NUL')
    check_levels(value, 20)
    # For whole numbers and ASCII keys, this is the text that RFC 8785 defines.
    if json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(',', ':')) != body:
        raise ValueError('the body is not canonical JSON')
    return value


def whole_number(text):
    if not re.fullmatch('-?[0-9]{1,15}', text):
        raise ValueError(f'the body contains {text[:80]}, which is not a whole number of at most 15 digits')
    return int(text)


def check_levels(value, levels):
    if levels == 0:
        raise ValueError('the body has more than 20 levels')
    unknown = value.keys() - KEYS if isinstance(value, dict) else ()
    if unknown:
        raise ValueError(f'the key {min(unknown)[:80]!a} is unknown, or newer than this program')
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, (dict, list)):
            check_levels(part, levels - 1)


# The tables, views and triggers of each format of a book, as a digest: nothing else in a file is read, and nothing in it runs.
# The book of a release has three more tables.
RELEASED = ('offer', 'change', 'institution')
SCHEMAS = {1: '8cda2d3f2d0fdd84e8e3f90c178a74f93868bdd1fcb5ba88bd1d56e3b75d9820'}
CHECKPOINT = re.compile('.+\n([1-9][0-9]{0,15})\n([0-9A-Za-z+/]{43}=)\n(?:.+\n)*\n(?:\u2014 \\S+ \\S+\n)+')


def open_book(path):
    """Returns whether the book is a mirror, and its rows."""
    if not pathlib.Path(path).is_file():
        finish(2, f'{path} is not a file.')
    # `mode=ro` never writes to the book. SQLite also reads the file `-wal` beside it.
    book = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + '?mode=ro', uri=True)
    # Bytes that are not UTF-8 become characters that cannot be encoded again, so computing the digest fails.
    book.text_factory = lambda text: text.decode('utf-8', 'surrogateescape')
    # SQLite stops once it has worked for a hundred million steps without a row, whatever the file makes it do.
    steps = [0]
    book.set_progress_handler(lambda: steps.append(steps.pop() + 1) or steps[0] > 100, 1_000_000)
    if book.execute('PRAGMA application_id').fetchone() != (1381253707,):
        finish(2, f'{path} is not a book of Ratebook.')
    version, = book.execute('PRAGMA user_version').fetchone()
    if version not in SCHEMAS:
        finish(2, f'{path} has format {version}: this program knows up to {max(SCHEMAS)}. `ratebook audit` says whether a newer one does.')
    schema = book.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_*'"
                          f" AND NOT (type = 'table' AND name IN {RELEASED}) ORDER BY name LIMIT 1000")
    texts = ''.join(f'{kind} {name}\n{sql}\n' for kind, name, sql in schema)
    if hashlib.sha256(texts.encode('utf-8', 'surrogateescape')).hexdigest() != SCHEMAS[version]:
        finish(1, f'{path} has a table, a view or a trigger that differs from those of a book; `ratebook audit` names it.')
    is_mirror = book.execute('SELECT 1 FROM mirror LIMIT 1').fetchone() is not None
    rows = book.execute('SELECT position, at, kind, institution_id, body_digest, body, digest FROM entry ORDER BY position')
    return is_mirror, counted(rows, steps)


def counted(rows, steps):
    for row in rows:
        steps[0] = 0
        yield row


def read_line(line):
    """The columns of a line of the log."""
    if len(line) > LONGEST + 1:
        raise ValueError(f'the line is longer than {LONGEST} bytes, the maximum')
    if not line.endswith(b'\n'):
        raise ValueError('the line has no line feed: the page was cut off')
    entry = LINE.fullmatch(line[:-1].decode())
    if not entry:
        raise ValueError('the line does not have the form of an entry')
    position, at, kind, institution, body_digest, digest, body = entry.groups()
    if (body is None) != (kind in PRIVATE):
        raise ValueError('an entry must have a body if, and only if, its kind is public')
    return int(position), at, kind, institution, body_digest, body, digest


def read_checkpoint(path):
    try:
        with open(path, 'rb') as file:
            note = CHECKPOINT.fullmatch(file.read(65_536).decode())
    except (OSError, ValueError) as error:
        finish(2, f'{path} cannot be read: {error}.')
    return (int(note[1]), note[2]) if note else finish(2, f'{path} is not a checkpoint.')


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
    position, last_at, digest, roots, withheld = 0, '', '0' * 64, [], 0
    name = 'the log' if path == '-' else path
    try:
        lines = iter(lambda: sys.stdin.buffer.readline(LONGEST + 2), b'')
        is_mirror, rows = (True, lines) if path == '-' else open_book(path)
        for position, row in enumerate(rows, 1):
            number, at, kind, institution, body_digest, body, own_digest = read_line(row) if path == '-' else row
            if number != position:
                raise ValueError(f'the next entry has position {number}')
            if body is None and not (is_mirror and kind in PRIVATE):
                raise ValueError('the body is missing')
            check_entry(digest, position, at, kind, institution, body_digest, body, own_digest)
            if at < last_at:
                raise ValueError(f'the instant {at} is earlier than the one before it')
            last_at, digest = at, own_digest
            withheld += body is None
            if position <= known_position:
                add_leaf(roots, position, digest)
            if position == known_position and root_of(roots) != known_root:
                raise ValueError(f'the root is {root_of(roots)}, and {known_root} in {checkpoint}')
    except (ValueError, RecursionError) as error:
        finish(1, f'{name} differs at position {position}: {error}.')
    except (sqlite3.Error, OSError) as error:
        hint = '' if path == '-' or os.access(pathlib.Path(path).parent, os.W_OK) else (
            ' SQLite may have to write next to a book to read it: copy the book, and its -wal if there is one,'
            ' to a folder that you may write, and verify the copy.')
        finish(2, f'{name} cannot be read after position {position}: {error}.{hint}')
    if path == '-' and position == 0:
        finish(2, 'The log has no line.')
    if position < known_position:
        finish(1, f'{name} ends at position {position}, and {checkpoint} is of position {known_position}.')
    text = f'{position} entries, digest {digest} at position {position}'
    if withheld:
        text += f'\n{withheld} private entries have no body here; only their digests were verified'
    if checkpoint:
        text += f'\n{checkpoint}: the book contains position {known_position}; its Ed25519 signature was not verified'
    finish(0, text)


if __name__ == '__main__':
    verify(*sys.argv[1:]) if len(sys.argv) in (2, 3) else finish(2, __doc__.split('\n')[0])
