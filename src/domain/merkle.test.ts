import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../test/support/generators.ts'
import {
  isConsistent,
  isIncluded,
  slowConsistency,
  slowInclusion,
  slowRoot,
} from '../../test/support/merkle-proofs.ts'
import { addLeaf, consistencyProof, createTree, inclusionProof, rootOf } from './merkle.ts'

function treeOf(leaves: readonly Uint8Array[]) {
  const tree = createTree()
  for (const [index, leaf] of leaves.entries()) addLeaf(tree, index, leaf)
  return tree
}

function hexOf(hashes: readonly Uint8Array[]): readonly string[] {
  return hashes.map((one) => Buffer.from(one).toString('hex'))
}

/** The leaves and roots in the tests of the reference implementation of RFC 6962 (google/certificate-transparency). */
const reference = {
  leaves: [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((leaf) => Buffer.from(leaf, 'hex')),
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
}
/** Hashes of subtrees of that tree, by the leaves that they cover. */
const subtree = {
  '0': '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  '1': '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '4': 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '0-1': 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  '2-3': '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '4-5': '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  '6-7': 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  '0-3': 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4-7': '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
}
const inclusions = [
  [0, 1, []],
  [0, 8, [subtree['1'], subtree['2-3'], subtree['4-7']]],
  [5, 8, [subtree['4'], subtree['6-7'], subtree['0-3']]],
  [2, 3, [subtree['0-1']]],
  [1, 5, [subtree['0'], subtree['2-3'], subtree['4']]],
] as const
const consistencies = [
  [1, 1, []],
  [1, 8, [subtree['1'], subtree['2-3'], subtree['4-7']]],
  [6, 8, [subtree['4-5'], subtree['6-7'], subtree['0-3']]],
  [2, 5, [subtree['2-3'], subtree['4']]],
] as const

test('the published roots of the reference implementation of RFC 6962', () => {
  const tree = treeOf(reference.leaves)
  for (const [size, root] of reference.roots.entries())
    assert.equal(rootOf(tree, size).toString('hex'), root, `${size} leaves`)
})

test('the published inclusion and consistency proofs of the reference implementation', () => {
  const tree = treeOf(reference.leaves)
  for (const [index, size, proof] of inclusions)
    assert.deepEqual(hexOf(inclusionProof(tree, index, size)), proof, `leaf ${index} of ${size}`)
  for (const [from, to, proof] of consistencies)
    assert.deepEqual(hexOf(consistencyProof(tree, from, to)), proof, `${from} to ${to}`)
})

test('the verifiers of the tests accept real proofs of a log of certificates, published with golang.org/x/mod/sumdb/tlog', () => {
  const file = new URL('../../test/support/argon2020.json', import.meta.url)
  const argon = JSON.parse(readFileSync(file, 'utf8')) as Argon
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
  const head = { size: argon.tree_size, root: bytes(argon.sha256_root_hash) }
  const path = argon.audit_path.map(bytes)
  const leaf = bytes(argon.leaf_input)
  assert.ok(isIncluded(leaf, argon.leaf_index, head.size, path, head.root))
  assert.ok(!isIncluded(leaf, argon.leaf_index + 1, head.size, path, head.root))
  const earlier = { size: argon.earlier_size, root: bytes(argon.earlier_root_hash) }
  assert.ok(isConsistent(earlier, head, argon.consistency.map(bytes)))
})

type Argon = {
  readonly tree_size: number
  readonly sha256_root_hash: string
  readonly leaf_index: number
  readonly leaf_input: string
  readonly audit_path: readonly string[]
  readonly earlier_size: number
  readonly earlier_root_hash: string
  readonly consistency: readonly string[]
}

const digests = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
  minLength: 1,
  maxLength: 70,
  size: 'max',
})

test('roots and proofs of every size are those of the definition, and verify', () => {
  fc.assert(
    fc.property(digests, (leaves) => {
      const tree = treeOf(leaves)
      for (let size = 0; size <= leaves.length; size++)
        assert.deepEqual(rootOf(tree, size), slowRoot(leaves.slice(0, size)))
      const [to, root] = [leaves.length, rootOf(tree, leaves.length)]
      for (const [index, leaf] of leaves.entries()) {
        const proof = inclusionProof(tree, index, to)
        assert.deepEqual(proof, slowInclusion(leaves, index))
        assert.ok(isIncluded(leaf, index, to, proof, root))
        const from = { size: index + 1, root: rootOf(tree, index + 1) }
        const consistency = consistencyProof(tree, from.size, to)
        assert.deepEqual(consistency, slowConsistency(leaves, from.size))
        assert.ok(isConsistent(from, { size: to, root }, consistency))
      }
    }),
    runs(60),
  )
})

test('every proof with an altered hash is refused', () => {
  const leaves = Array.from({ length: 33 }, (_, index) => Buffer.alloc(32, index))
  const tree = treeOf(leaves)
  const head = { size: 33, root: rootOf(tree, 33) }
  for (const [index, leaf] of leaves.entries()) {
    const from = { size: index + 1, root: rootOf(tree, index + 1) }
    for (const altered of alterations(inclusionProof(tree, index, 33)))
      assert.ok(!isIncluded(leaf, index, 33, altered, head.root))
    for (const altered of alterations(consistencyProof(tree, from.size, 33)))
      assert.ok(!isConsistent(from, head, altered))
  }
})

/** A proof with one bit of one hash changed, with one hash less, and with one more. */
function alterations(proof: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const flipped = proof.map((one) =>
    Buffer.from(one.map((byte, at) => (at === 0 ? byte ^ 1 : byte))),
  )
  return [
    ...proof.map((_, at) => proof.with(at, flipped[at] ?? Buffer.alloc(32))),
    ...proof.map((_, at) => proof.toSpliced(at, 1)),
    [...proof, Buffer.alloc(32)],
  ]
}

test('a leaf that is added again replaces what stood from there on', () => {
  const leaves = Array.from({ length: 20 }, (_, index) => Buffer.alloc(32, index))
  const tree = treeOf(leaves)
  const other = leaves.map((leaf, index) => (index < 13 ? leaf : Buffer.alloc(32, 200 + index)))
  for (let index = 13; index < 20; index++) addLeaf(tree, index, other[index] ?? Buffer.alloc(0))
  for (let size = 0; size <= 20; size++)
    assert.deepEqual(rootOf(tree, size), slowRoot(other.slice(0, size)))
  assert.throws(() => rootOf(tree, 64), RangeError)
})
