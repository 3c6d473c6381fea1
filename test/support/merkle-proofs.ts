import { hash } from 'node:crypto'

/** A proof, as its reader has it. */
type Proof = readonly Uint8Array[]

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer')
}

/** MTH of RFC 6962, section 2.1, as it is defined there. */
export function slowRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves
  if (first === undefined) return sha256()
  if (leaves.length === 1) return sha256(Buffer.of(0), first)
  const split = slowSplit(leaves.length)
  return sha256(Buffer.of(1), slowRoot(leaves.slice(0, split)), slowRoot(leaves.slice(split)))
}

/** PATH of RFC 6962, section 2.1.1. */
export function slowInclusion(leaves: readonly Uint8Array[], index: number): Proof {
  if (leaves.length <= 1) return []
  const split = slowSplit(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...slowInclusion(left, index), slowRoot(right)]
    : [...slowInclusion(right, index - split), slowRoot(left)]
}

/** SUBPROOF of RFC 6962, section 2.1.2. */
export function slowConsistency(leaves: readonly Uint8Array[], from: number, known = true): Proof {
  if (from === leaves.length) return known ? [] : [slowRoot(leaves)]
  const split = slowSplit(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return from <= split
    ? [...slowConsistency(left, from, known), slowRoot(right)]
    : [...slowConsistency(right, from - split, false), slowRoot(left)]
}

/** The largest power of two below a number of leaves. */
function slowSplit(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Verifies an inclusion proof: RFC 9162, section 2.1.3.2. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: Proof,
  root: Uint8Array,
): boolean {
  if (index >= size) return false
  let [node, last] = [index, size - 1]
  let value = sha256(Buffer.of(0), leaf)
  for (const other of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      value = sha256(Buffer.of(1), other, value)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      value = sha256(Buffer.of(1), value, other)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && value.equals(root)
}

/** Verifies a consistency proof: RFC 9162, section 2.1.4.2. */
export function isConsistent(
  from: { readonly size: number; readonly root: Uint8Array },
  to: { readonly size: number; readonly root: Uint8Array },
  proof: Proof,
): boolean {
  if (from.size === to.size) return proof.length === 0 && areEqual(from.root, to.root)
  const isPower = slowSplit(from.size + 1) === from.size
  const [first, ...rest] = isPower ? [from.root, ...proof] : proof
  if (first === undefined || from.size > to.size) return false
  let [node, last] = [from.size - 1, to.size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  let [old, now]: [Uint8Array, Uint8Array] = [first, first]
  for (const other of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      old = sha256(Buffer.of(1), other, old)
      now = sha256(Buffer.of(1), other, now)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      now = sha256(Buffer.of(1), now, other)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && areEqual(old, from.root) && areEqual(now, to.root)
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
