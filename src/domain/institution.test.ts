import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInstitutionId, hostOf, isOwnPage } from './institution.ts'

test('an identifier consists of lower-case words joined by single hyphens, at most 64 characters', () => {
  for (const id of ['a', '7', 'peoples-bank', 'b-2-c', 'a'.repeat(64)])
    assert.ok(isInstitutionId(id), id)
  const none = ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'a\n', 'é', 'a/b', '..', 'a'.repeat(65)]
  for (const id of none) assert.ok(!isInstitutionId(id), id)
})

test('the host of an address has no www., and a text that is no address stays', () => {
  assert.equal(hostOf('https://www.Timo.vn/blogs?page=1'), 'timo.vn')
  assert.equal(hostOf('http://127.0.0.1:8080/rates'), '127.0.0.1:8080')
  assert.equal(hostOf('rates@example.org'), 'rates@example.org')
})

test('a page is the institution’s own on the host of its website and below it, and nowhere else', () => {
  const pages = [
    'https://www.boc.lk/rates-tariff',
    'http://web.boc.lk/index.php?route=rates/rates',
    'https://boc.lk',
    'https://notboc.lk/rates',
    'https://boc.lk.example/rates',
    'https://www.policybazaar.com/fd-interest-rates/bank-of-ceylon-fd-rates/',
    'https://lk/boc.lk',
  ]
  assert.deepEqual(
    pages.map((page) => isOwnPage(page, 'https://www.boc.lk')),
    [true, true, true, false, false, false, false],
  )
  assert.equal(isOwnPage('https://www.icbc.com.cn/rates', 'https://hanoi.icbc.com.cn'), false)
  assert.equal(isOwnPage('https://www.hanoi.icbc.com.cn', 'https://hanoi.icbc.com.cn'), true)
})
