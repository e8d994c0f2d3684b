import { describe, expect, it } from 'vitest'
import { markDrawing, markName, markText } from './mark-text.ts'

describe('the mark on a screen', () => {
  it('names who is looking by the masked number', () => {
    expect(markName('13800138000', undefined)).toBe('138****8000')
    expect(markName('138****8000', undefined)).toBe('138****8000')
    expect(markName(undefined, '138****8000')).toBe('138****8000')
    expect(markName(undefined, undefined)).toBe('访客')
  })

  it.each(['<text>', '"/><image href="x"', '138 0013', '', 'a'.repeat(40)])('takes no other name: %s', (name) => {
    expect(markName(undefined, name)).toBe('访客')
  })

  it('says when', () => {
    const text = markText('138****8000', Date.UTC(2026, 10, 17, 4, 5))
    expect(text).toMatch(/^138\*{4}8000 11\/17 \d\d:05$/)
    expect(markDrawing(text)).toContain(`>${text}</text>`)
  })
})
