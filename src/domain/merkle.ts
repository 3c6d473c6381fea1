import { hash } from 'node:crypto'

/** The bytes of a hash. */
const hashSize = 32
/** The bytes before a leaf and before two hashes: a leaf is then never taken for an inner node (RFC 6962, section 2.1). */
const [leafPrefix, nodePrefix] = [Buffer.of(0), Buffer.of(1)]

/**
 * The Merkle tree of RFC 6962 over a list that only grows. `levels[n]` has the hashes of the complete subtrees of 2^n leaves, so
 * one tree has the root and the proofs of every size that it has had. Callers name the size.
 */
export type MerkleTree = { readonly levels: Buffer[] }

/** A tree without leaves. */
export function createTree(): MerkleTree {
  return { levels: [] }
}

/** Adds the leaf with an index, or replaces it; whatever stood after it is then no longer of the tree. */
export function addLeaf({ levels }: MerkleTree, index: number, leaf: Uint8Array): void {
  let value = sha256(leafPrefix, leaf)
  for (let level = 0, place = index; ; level++, place = (place - 1) / 2) {
    const hashes = withRoom(levels[level], place + 1)
    levels[level] = hashes
    value.copy(hashes, place * hashSize)
    if (place % 2 === 0) return
    value = sha256(nodePrefix, hashes.subarray((place - 1) * hashSize, (place + 1) * hashSize))
  }
}

/** Whether the tree has this leaf with this index. */
export function hasLeaf({ levels }: MerkleTree, index: number, leaf: Uint8Array): boolean {
  const known = levels[0]?.subarray(index * hashSize, (index + 1) * hashSize)
  return known !== undefined && known.equals(sha256(leafPrefix, leaf))
}

/** A buffer with the same bytes that has room for so many hashes. */
function withRoom(hashes: Buffer | undefined, count: number): Buffer {
  const present = hashes?.length ?? 0
  if (count * hashSize <= present) return hashes ?? Buffer.alloc(0)
  const grown = Buffer.alloc(Math.max(2 * present, count * hashSize))
  hashes?.copy(grown)
  return grown
}

/** The root of the tree of the first `size` leaves. */
export function rootOf(tree: MerkleTree, size: number): Buffer {
  return size === 0 ? sha256() : subtreeRoot(tree, 0, size)
}

/** The root over the leaves from `start` to before `end`; `start` is a multiple of the largest power of two within. */
function subtreeRoot(tree: MerkleTree, start: number, end: number): Buffer {
  const size = end - start
  const level = levelBelow(size + 1)
  if (2 ** level === size) {
    const place = start / size
    const root = tree.levels[level]?.subarray(place * hashSize, (place + 1) * hashSize)
    if (root?.length !== hashSize) throw new RangeError(`The tree has fewer than ${end} leaves.`)
    return root
  }
  const middle = start + splitOf(size)
  return sha256(nodePrefix, subtreeRoot(tree, start, middle), subtreeRoot(tree, middle, end))
}

/** The proof that the leaf with an index is in the tree of a size: hashes from the sibling of the leaf up to a child of the root. */
export function inclusionProof(tree: MerkleTree, index: number, size: number): readonly Buffer[] {
  const proof: Buffer[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    const isLeft = index < middle
    proof.unshift(isLeft ? subtreeRoot(tree, middle, end) : subtreeRoot(tree, start, middle))
    if (isLeft) end = middle
    else start = middle
  }
  return proof
}

/** The proof that the tree of one size begins with the tree of a smaller size: SUBPROOF of RFC 6962. */
export function consistencyProof(tree: MerkleTree, from: number, to: number): readonly Buffer[] {
  if (from === 0) return []
  const proof: Buffer[] = []
  let [start, end] = [0, to]
  while (end !== from) {
    const middle = start + splitOf(end - start)
    const isLeft = from <= middle
    proof.unshift(isLeft ? subtreeRoot(tree, middle, end) : subtreeRoot(tree, start, middle))
    if (isLeft) end = middle
    else start = middle
  }
  // The reader has the root of the smaller tree, so the proof begins with it only if it is a part of another subtree.
  return start === 0 ? proof : [subtreeRoot(tree, start, end), ...proof]
}

/** The largest power of two that is less than a number of leaves, at which RFC 6962 divides them. */
function splitOf(size: number): number {
  return 2 ** levelBelow(size)
}

/** The exponent of the largest power of two that is less than a number. */
function levelBelow(size: number): number {
  return Math.ceil(Math.log2(size)) - 1
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.from(hash('sha256', Buffer.concat(parts), 'hex'), 'hex')
}
