import { expect, test } from 'vitest'
import { mailBodies } from './mail-page.ts'

const page = {
  language: 'tr',
  title: 'Başlık <b>',
  colour: '#b3261e',
  lines: ['İlk satır', 'a & b'],
  link: { label: 'Aç', url: 'https://dalyan.example/x#a"b', note: 'Bir saat geçerli.' },
  footer: "Siz değilseniz 'silin'.",
} as const

test('the text and HTML of an email have the same content, and text is escaped in HTML', () => {
  const { text, html } = mailBodies(page)
  expect(text).toBe(
    "Başlık <b>\n\nİlk satır\na & b\n\nAç:\nhttps://dalyan.example/x#a\"b\nBir saat geçerli.\n\nSiz değilseniz 'silin'.\n",
  )
  expect(html).toContain('<h1 style="font-size:20px;margin:0 0 12px;color:#b3261e">Başlık &lt;b&gt;</h1>')
  expect(html).toContain('a &amp; b')
  expect(html).toContain('href="https://dalyan.example/x#a&quot;b"')
  expect(html).toContain('Siz değilseniz &#39;silin&#39;.')
  expect(html).not.toContain('<b>')
})

test('an email without a target has no link', () => {
  const { text, html } = mailBodies({ ...page, link: null })
  expect(text).not.toContain('https://')
  expect(html).not.toContain('<a ')
})
