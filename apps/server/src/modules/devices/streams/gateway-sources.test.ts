import { expect, it } from 'vitest'
import { sourcesOf } from './gateway-sources.ts'

it('are the screens and the calls of a gateway, by its exact host', () => {
  expect(sourcesOf('wss://gw-1.yunji.example/stream')).toEqual([
    'wss://gw-1.yunji.example',
    'https://gw-1.yunji.example',
  ])
  expect(sourcesOf('ws://10.0.0.7:8081/stream')).toEqual(['ws://10.0.0.7:8081', 'http://10.0.0.7:8081'])
})

it.each([
  '/stream',
  '',
  '8081',
  'https://gw.example',
  'wss:',
  'wss://[fd00::7]:8081/',
  'wss://*.example',
  'wss://*',
  "wss://gw.example;script-src'unsafe-inline'",
  'wss://gw.example,evil.example',
  "wss://'self'",
])('%s is no source', (address) => {
  expect(sourcesOf(address)).toEqual([])
})
