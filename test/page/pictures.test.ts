import assert from 'node:assert/strict'
import { openBook } from '../support/book.ts'
import { browserTest as test, openPage, show } from './open-page.ts'
import { openPart } from './saved-file.ts'
import { sharedMarket } from './shared-market.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.register('2026-01-01T00:00:00Z', 'beta', { type: 'nbfi' })
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9.50', 'general 24 maturity 9'])
book.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 maturity 10.50'])
const server = sharedMarket(book, '2026-01-03T06:00:00Z', {
  country: { languages: ['en', 'si', 'ta'] },
})

for (const [language, font] of [
  ['si', 'Noto Sans Sinhala'],
  ['ta', 'Noto Sans Tamil'],
] as const)
  test(`pictures in ${font.replace('Noto Sans ', '')} have its letters, not boxes`, async (t) => {
    const { page } = await openPage(t)
    const { save } = await openPart(page, `${server()}/?lang=${language}`, 'history')
    const svg = (await save('SVG')).file.toString('utf8')
    assert.match(
      svg,
      new RegExp(`@font-face{font-family:"${font}";font-weight:400;[^}]*url\\(data:`),
    )
    const [, title = ''] = /<text[^>]*>([^<]*)<\/text>/.exec(svg) ?? []
    assert.match(title, /\p{L}/u)
    const png = (await save('PNG')).file.toString('base64')
    const [drawn, expected] = (await page.evaluate(inksOf(png, title, font))) as [number, number]
    assert.ok(expected > 1000 && Math.abs(drawn - expected) < expected / 50, `${drawn} ${expected}`)
  })

/** The dark pixels of the first line of a picture, and those of its text in the font. */
const inksOf = (png: string, text: string, font: string): string => `(async () => {
  const image = new Image()
  image.src = 'data:image/png;base64,${png}'
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = 78
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const ink = () => {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, index) => index % 4 === 0 && value < 128).length
  }
  context.drawImage(image, 0, 0)
  const drawn = ink()
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(2, 2)
  context.fillStyle = '#1a1a18'
  context.font = '600 17px Arial, ${JSON.stringify(font)}'
  context.fillText(${JSON.stringify(text)}, 16, 36)
  return [drawn, ink()]
})()`

test('a picture explains its marks', async (t) => {
  const { page } = await openPage(t)
  for (const [path, part, note] of [
    ['', 'history', /Dashed and pale: more than 31 days in which no page of the group was read\./],
    [
      'institution/alpha',
      'tiers',
      /Each mark is a reading of its page; dashes bridge more than 31 days/,
    ],
    ['matrix', 'curve', /The number below a point counts its institutions\./],
  ] as const) {
    const { save } = await openPart(page, `${server()}/${path}`, part)
    const texts = (await save('SVG')).file.toString('utf8').replaceAll(/<[^>]*>/g, ' ')
    assert.match(texts.replaceAll(/\s+/g, ' '), note)
  }
})

test('charts take the forced colours of a reader, and pictures of them do not', async (t) => {
  const { page } = await openPage(t, { forcedColors: 'active', colorScheme: 'dark' })
  const { save } = await openPart(page, `${server()}/`, 'history')
  const [line, link, thin, text, band] = (await page.evaluate(`(() => {
    const colorOf = (selector, name) =>
      getComputedStyle(document.querySelector(selector)).getPropertyValue(name)
    const probe = document.body.appendChild(document.createElement('span'))
    const system = (color) => {
      probe.style.color = color
      return getComputedStyle(probe).color
    }
    return [
      colorOf('.panels .series:not(.thin) .line', 'stroke'), system('LinkText'),
      colorOf('.panels .thin .line', 'stroke'), system('CanvasText'),
      colorOf('.panels .band', 'fill') === system('GrayText'),
    ]
  })()`)) as readonly string[]
  assert.deepEqual([line, thin, band], [link, text, true])
  const svg = (await save('SVG')).file.toString('utf8')
  assert.match(svg, /stroke="rgb\(27, 92, 148\)"/)
  assert.doesNotMatch(svg, new RegExp(`stroke="${link?.replaceAll(/[()]/g, '\\$&')}"`))
})

test('the lines of a curve differ by their marks', async (t) => {
  const { page } = await openPage(t)
  await show(page, `${server()}/matrix`)
  const marks = page.locator('#part-curve .legend .marks')
  assert.deepEqual(await marks.evaluateAll(classesOf), [
    'marks circle',
    'marks triangle',
    'marks square',
    'marks diamond',
  ])
})

const classesOf = (marks: readonly { readonly getAttribute: (name: string) => string | null }[]) =>
  marks.map((mark) => mark.getAttribute('class'))
