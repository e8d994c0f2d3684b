import { expect, it } from 'vitest'
import { createHostCheck, hasTwoHosts } from './allowed-hosts.ts'

const isOwn = createHostCheck(['Yunji.example', 'console.example'])

it.each([
  'localhost',
  'localhost:8080',
  'LOCALHOST.',
  'app.localhost:8080',
  '127.0.0.1:8080',
  '192.168.1.20:8443',
  '[::1]:8080',
  '[fe80::1]',
  'yunji.example',
  'YUNJI.example:443',
  'yunji.example.:443',
  'console.example',
])('%j is a name of ours', (host) => expect(isOwn(host)).toBe(true))

it.each([
  'evil.example',
  'yunji.example.evil.example',
  'evil-yunji.example',
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  'yunji.example@evil.example',
  'yunji.example/',
  'yunji.example:x',
  '[::1]x',
  '[evil]',
  '',
  ' ',
  undefined,
])('%j is not', (host) => expect(isOwn(host)).toBe(false))

it('counts the headers as they came', () => {
  expect(hasTwoHosts({ rawHeaders: ['Host', 'a', 'accept', 'b'] })).toBe(false)
  expect(hasTwoHosts({ rawHeaders: ['Host', 'a', 'hOST', 'a'] })).toBe(true)
})
