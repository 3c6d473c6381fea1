"""Verifies the proof of a published rate: python3 verify_proof.py PROOF-FILE VERIFIER-KEY [VERIFIER-KEY ...] [FIGURE]

It needs Python 3.7 and its standard library only, no network, and follows checkpoints.md, log.md and book.md.
PROOF-FILE is the answer of /evidence/FIGURE/proof. Every key must have signed: that of the publisher, and of each witness that
you trust. FIGURE, such as p69-3, prints one figure of the sheet.
Exit code 0: the proof holds. 1: it does not. 2: a file or a key cannot be read.
"""
import base64, binascii, datetime, hashlib, json, os, re, sys

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


# The most bytes of a note, and of a proof: the Base64 of the longest line, the hashes, and a note.
NOTE_BYTES = 65_536
PROOF_BYTES = (LONGEST + 68) // 3 * 4 + 4_096 + NOTE_BYTES
PROOF = re.compile(r'c2sp\.org/tlog-proof@v1\nextra ([^\n]+)\nindex (0|[1-9][0-9]{0,15})\n((?:[^\n]+\n){0,63})\n(.+)', re.DOTALL)
NOTE = re.compile('(([^\n]+)\n([1-9][0-9]{0,15})\n([^\n]+)\n(?:[^\n]+\n)*)\n((?:\u2014 [^ \n]+ [^ \n]+\n)+)')
FIGURE = re.compile(r'p([1-9][0-9]{0,15})-([1-9][0-9]{0,15})')
DECIMAL = r'"(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?"'
# The parts of a sheet that are shown, in JSON.
SHEET = {'sourceUrl': '".+"', 'scrapedAt': r'"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z"', 'currency': '"[A-Z]{3}"', 'offers': r'\[.*\]'}
OFFER = {'variant': '"[a-z_]+"', 'payout': '"[a-z]+"', 'tenure': DECIMAL, 'rate': DECIMAL}
OPTIONAL = {'tenureTo': DECIMAL, 'tenureDays': '[0-9]+', 'tenureToDays': '[0-9]+', 'minimumDeposit': DECIMAL, 'annualEffectiveRate': DECIMAL,
            'product': '".+"'}


class Unreadable(Exception):
    """A file or a key does not have the form that it must have."""


class Refused(Exception):
    """The proof does not hold."""


def decode(text, length=None):
    try:
        data = base64.b64decode(text.encode('ascii'), validate=True)
    except (ValueError, binascii.Error):
        raise Unreadable(f'{text[:80]!a} is not Base64')
    # Bits that no byte uses must be zero, so that every proof has one form.
    if base64.b64encode(data).decode() != text or length not in (None, len(data)):
        raise Unreadable(f'{text[:80]!a} is not the Base64 of {length or "whole"} bytes')
    return data


def sha256(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


# Ed25519 (RFC 8032, section 5.1): the curve -x² + y² = 1 + d·x²·y² modulo P. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, T = X·Y/Z.
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(one, other):
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(factor, point):
    result = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            result = add(result, point)
        point, factor = add(point, point), factor >> 1
    return result


def point_of(data):
    y, sign = int.from_bytes(data, 'little') & (1 << 255) - 1, data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if y >= P or x * x % P != square or (x == 0 and sign == 1):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def is_signature(key, message, signature):
    if len(signature) != 64:
        return False
    base = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))
    public, r, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], 'little')
    if public is None or r is None or s >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % ORDER
    left, right = multiply(s, base), add(r, multiply(challenge, public))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def read_key(text):
    """A verifier key of C2SP: NAME+ID+KEY. The type 1 signs notes, and 4 is that of a witness."""
    match = re.fullmatch(r'([^\s+]+)\+([0-9a-f]{8})\+(.+)', text)
    data = decode(match[3], 33) if match else b'\0'
    if data[0] not in (1, 4) or sha256(match[1].encode(), b'\n', data)[:4].hex() != match[2]:
        raise Unreadable(f'{text!a} is not the verifier key of Ed25519 that it names')
    return match[1], bytes.fromhex(match[2]), data[0], data[1:]


def check_signature(name, key_id, kind, key, note):
    """Returns who signed, in words."""
    lines = [line.split(' ') for line in note[5].split('\n')[:-1]]
    # Each signature once: verifying one takes long.
    own = {decode(data)[4:] for _, signer, data in lines if signer == name and decode(data)[:4] == key_id}
    if not own:
        raise Refused(f'{name}+{key_id.hex()} has not signed it')
    if kind == 1 and note[2] != name:
        raise Refused(f'the checkpoint is of {note[2]!a}, and the key is that of {name}')
    when = ''
    for signature in own:
        text = note[1]
        if kind == 4:
            seconds, signature = int.from_bytes(signature[:8], 'big'), signature[8:]
            text = f'cosignature/v1\ntime {seconds}\n{text}'
            when = f' at {datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=min(seconds, 2 ** 37))}Z'
        if not is_signature(key, text.encode(), signature):
            raise Refused(f'the signature of {name}+{key_id.hex()} does not match')
    return f'{name} ({"witness" if kind == 4 else "publisher"}){when}'


def root_from(leaf, index, size, path):
    """The root that an inclusion proof leads to: RFC 9162, section 2.1.3.2."""
    node, last = index, size - 1
    for other in path:
        if last == 0:
            raise Refused('the inclusion proof has too many hashes')
        if node & 1 or node == last:
            leaf = sha256(b'\1', other, leaf)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            leaf = sha256(b'\1', leaf, other)
        node, last = node >> 1, last >> 1
    if last != 0:
        raise Refused('the inclusion proof has too few hashes')
    return leaf


def check(text, keys):
    """Verifies the text of a proof. Returns the entry, its body, the note, and who signed."""
    proof = PROOF.fullmatch(text)
    note = NOTE.fullmatch(proof[4]) if proof else None
    if not note or re.search('[\0-\x09\x0b-\x1f\x7f]', text) or len(proof[4].encode()) > NOTE_BYTES:
        raise Unreadable('it does not have the lines of a proof')
    try:
        before, _, line = decode(proof[1]).decode().partition('\n')
    except UnicodeDecodeError:
        raise Unreadable('its entry is not UTF-8')
    entry = LINE.fullmatch(line)
    if not entry or not re.fullmatch('[0-9a-f]{64}', before):
        raise Unreadable('its entry is not a line of the log')
    if len(line.encode()) > LONGEST:
        raise Unreadable(f'its entry is longer than {LONGEST} bytes, the maximum of a line')
    path, root = [decode(line, 32) for line in proof[3].split('\n')[:-1]], decode(note[4], 32)
    position, at, kind, institution, body_digest, digest, body_text = entry.groups()
    if (body_text is None) != (kind in PRIVATE):
        raise Refused(f'entry {position} must have a body if, and only if, its kind is public')
    try:
        body = check_entry(before, position, at, kind, institution, body_digest, body_text, digest)
    except (ValueError, RecursionError) as problem:
        raise Refused(f'entry {position}: {problem}')
    index, size = int(proof[2]), int(note[3])
    if int(position) != index + 1 or index >= size:
        raise Refused('the index is not that of the entry, or not within the checkpoint')
    if root_from(sha256(b'\0', bytes.fromhex(digest)), index, size, path) != root:
        raise Refused('the entry is not in the tree of the checkpoint')
    return entry, body, note, [check_signature(*key, note) for key in keys]


def has_form(record, required, optional={}):
    """Whether a value of JSON has these parts. A publisher can sign what Ratebook would not enter."""
    forms = {**optional, **required}
    return isinstance(record, dict) and required.keys() <= record.keys() and all(
        re.fullmatch(forms[key], json.dumps(value)) for key, value in record.items() if key in forms)


def offer_text(offer, currency):
    # A bound of a tenure that the page printed in days has the number of days, too.
    bounds = [(offer.get(f'{bound}Days'), offer[bound]) for bound in ('tenure', 'tenureTo') if bound in offer]
    tenure = ' to '.join(f'{months} months' if days is None else f'{days} days' for days, months in bounds)
    paid = {'maturity': 'at maturity', 'annual': 'annually'}.get(offer['payout'], offer['payout'])
    deposit = f', from {currency} {offer["minimumDeposit"]}' if 'minimumDeposit' in offer else ''
    product = f' ({offer["product"]})' if 'product' in offer else ''
    return f'{offer["variant"].replace("_", " ")}, {tenure}, paid {paid}{deposit}{product}: {offer["rate"]} % a year'


def shown(line):
    # The texts of an entry are its publisher's. None of them may look like another line, or change the order of characters.
    return re.sub('[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]', '?', line)


def report(entry, body, note, signers, figure):
    if entry[3] != 'sheet-published':
        raise Refused(f'its entry is {entry[3]}, which publishes no rates')
    sheet = body.get('sheet')
    if type(body.get('sample')) is not bool or not has_form(sheet, SHEET) or not all(has_form(offer, OFFER, OPTIONAL) for offer in sheet['offers']):
        raise Refused(f'entry {entry[1]}: the body is not that of a rate sheet')
    rows = range(1, len(sheet['offers']) + 1)
    if figure is not None:
        place = FIGURE.fullmatch(figure)
        if place[1] != entry[1] or int(place[2]) not in rows:
            raise Refused(f'it has no figure {figure}; its figures are p{entry[1]}-1 to p{entry[1]}-{len(rows)}')
        rows = [int(place[2])]
    sample = ' (sample data)' if body.get('sample') else ''
    return '\n'.join(map(shown, [
        f'{entry[4]} published on {entry[2]}{sample}, read from {sheet["sourceUrl"]} at {sheet["scrapedAt"]}:',
        *(f'  p{entry[1]}-{row}  {offer_text(sheet["offers"][row - 1], sheet["currency"])}' for row in rows),
        f'Entry {entry[1]} of the {note[3]} entries of {note[2]}. Later entries may correct or replace it.',
        *(f'Signed by {signer}' for signer in signers)]))


def main(path, arguments):
    figures = [one for one in arguments if FIGURE.fullmatch(one)]
    try:
        keys = [read_key(one) for one in arguments if one not in figures]
        if not keys or len(figures) > 1:
            raise Unreadable(__doc__.split('\n')[0])
        if len({key for *_, key in keys}) < len(keys):
            raise Unreadable('two of the verifier keys are one key, so they are one signer')
        with open(path, 'rb') as file:
            data = file.read(PROOF_BYTES + 1)
        if len(data) > PROOF_BYTES:
            raise Unreadable(f'it is larger than {PROOF_BYTES} bytes, the maximum of a proof')
        return 0, report(*check(data.decode(), keys), figures[0] if figures else None)
    except (Unreadable, OSError, UnicodeError) as problem:
        return 2, f'{path} cannot be verified: {problem}.'
    except Refused as problem:
        return 1, f'{path} is not a valid proof: {problem}.'


if __name__ == '__main__':
    finish(*main(sys.argv[1], sys.argv[2:]) if len(sys.argv) > 2 else (2, __doc__.split('\n')[0]))
