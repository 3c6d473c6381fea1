"""Verifies the proof of a published rate: python3 verify_proof.py PROOF-FILE VERIFIER-KEY [VERIFIER-KEY ...] [FIGURE]

It needs Python 3.7 and its standard library only, no network, and follows checkpoints.md and book.md.
PROOF-FILE is the answer of /evidence/FIGURE/proof. Every key must have signed: that of the publisher, and of each witness that
you trust. FIGURE, such as p69-3, prints one figure of the sheet.
Exit code 0: the proof holds. 1: it does not. 2: a file or a key cannot be read.
"""
import base64, binascii, datetime, hashlib, json, re, sys

PROOF = re.compile(r'c2sp\.org/tlog-proof@v1\nextra ([^\n]+)\nindex (0|[1-9][0-9]{0,15})\n((?:[^\n]+\n)*)\n(.+)', re.DOTALL)
NOTE = re.compile('(([^\n]+)\n([1-9][0-9]{0,15})\n([^\n]+)\n(?:[^\n]+\n)*)\n((?:\u2014 [^ \n]+ [^ \n]+\n)+)')
LINE = re.compile(r'([0-9a-f]{64})\n\{"position":([1-9][0-9]{0,15}),"at":"([0-9TZ:.-]{24})","kind":"([a-z-]+)","institution_id":"([a-z0-9-]*)",'
                  r'"body_digest":"([0-9a-f]{64})","digest":"([0-9a-f]{64})","body":(\{.*\})\}', re.DOTALL)
FIGURE = re.compile(r'p([1-9][0-9]{0,15})-([1-9][0-9]{0,15})')


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
    own = [decode(data)[4:] for _, signer, data in lines if signer == name and decode(data)[:4] == key_id]
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
    """Verifies the text of a proof. Returns the entry, the note, and who signed."""
    proof = PROOF.fullmatch(text)
    note = NOTE.fullmatch(proof[4]) if proof else None
    if not note or re.search('[\0-\x09\x0b-\x1f\x7f]', text):
        raise Unreadable('it does not have the lines of a proof')
    extra = decode(proof[1])
    try:
        entry = LINE.fullmatch(extra.decode())
        body = json.loads(entry[8]) if entry else None
    except (ValueError, RecursionError):
        raise Unreadable('its entry is not a line of UTF-8 and JSON')
    if not entry:
        raise Unreadable('its entry is not a line of the log')
    path, root = [decode(line, 32) for line in proof[3].split('\n')[:-1]], decode(note[4], 32)
    if sha256(entry[8].encode()).hex() != entry[6]:
        raise Refused('the content of the entry does not match its digest')
    lines = ''.join(f'{line}\n' for line in (entry[1], entry[2], entry[3], entry[4], entry[5], entry[6]))
    if sha256(lines.encode()).hex() != entry[7]:
        raise Refused('the entry does not match its digest')
    index, size = int(proof[2]), int(note[3])
    if int(entry[2]) != index + 1 or index >= size:
        raise Refused('the index is not that of the entry, or not within the checkpoint')
    if root_from(sha256(b'\0', bytes.fromhex(entry[7])), index, size, path) != root:
        raise Refused('the entry is not in the tree of the checkpoint')
    return entry, body, note, [check_signature(*key, note) for key in keys]


def offer_text(offer, currency):
    # A bound of a tenure that the page printed in days has the number of days, too.
    bounds = [(offer.get(f'{bound}Days'), offer[bound]) for bound in ('tenure', 'tenureTo') if bound in offer]
    tenure = ' to '.join(f'{months} months' if days is None else f'{days} days' for days, months in bounds)
    paid = {'maturity': 'at maturity', 'annual': 'annually'}.get(offer['payout'], offer['payout'])
    deposit = f', from {currency} {offer["minimumDeposit"]}' if 'minimumDeposit' in offer else ''
    product = f' ({offer["product"]})' if 'product' in offer else ''
    return f'{offer["variant"].replace("_", " ")}, {tenure}, paid {paid}{deposit}{product}: {offer["rate"]} % a year'


def show(line):
    # The texts of an entry are its publisher's. None of them may look like another line, or change the order of characters.
    print(re.sub('[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]', '?', line))


def report(entry, body, note, signers, figure):
    sheet = body.get('sheet') if entry[4] == 'sheet-published' else None
    if sheet is None:
        raise Refused(f'its entry is {entry[4]}, which publishes no rates')
    rows = range(1, len(sheet['offers']) + 1)
    if figure is not None:
        place = FIGURE.fullmatch(figure)
        if place[1] != entry[2] or int(place[2]) not in rows:
            raise Refused(f'it has no figure {figure}; its figures are p{entry[2]}-1 to p{entry[2]}-{len(rows)}')
        rows = [int(place[2])]
    show(f'{entry[5]} published on {entry[3]}{" (sample data)" if body.get("sample") else ""}, read from {sheet["sourceUrl"]} at {sheet["scrapedAt"]}:')
    for row in rows:
        show(f'  p{entry[2]}-{row}  {offer_text(sheet["offers"][row - 1], sheet["currency"])}')
    show(f'Entry {entry[2]} of the {note[3]} entries of {note[2]}. Later entries may correct or replace it.')
    for signer in signers:
        show(f'Signed by {signer}')


def main(path, arguments):
    figures = [one for one in arguments if FIGURE.fullmatch(one)]
    try:
        keys = [read_key(one) for one in arguments if one not in figures]
        if not keys or len(figures) > 1:
            raise Unreadable(__doc__.split('\n')[0])
        with open(path, encoding='utf-8', newline='') as file:
            report(*check(file.read(4_000_000), keys), figures[0] if figures else None)
    except (Unreadable, OSError, UnicodeError) as problem:
        return f'{path} cannot be verified: {problem}.', 2
    except Refused as problem:
        return f'{path} is not a valid proof: {problem}.', 1
    return '', 0


if __name__ == '__main__':
    message, code = main(sys.argv[1], sys.argv[2:]) if len(sys.argv) > 2 else (__doc__.split('\n')[0], 2)
    if message:
        print(message, file=sys.stderr)
    sys.exit(code)
