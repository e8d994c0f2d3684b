import { describe, expect, it } from 'vitest'
import { bitrateText, latencyTone } from './figures.ts'

describe('figures of the link', () => {
  it.each([
    [0, 'run'],
    [39, 'run'],
    [40, 'soon'],
    [79, 'soon'],
    [80, 'dead'],
    [500, 'dead'],
  ])('%d ms', (ms, tone) => expect(latencyTone(ms)).toBe(tone))

  it.each([
    [2_400_000, '2.4 Mbps'],
    [1_000_000, '1.0 Mbps'],
    [999_000, '999 Kbps'],
    [320_499, '320 Kbps'],
    [0, '0 Kbps'],
  ])('%d bits a second', (bitsPerSecond, text) => expect(bitrateText({ bitsPerSecond })).toBe(text))
})
