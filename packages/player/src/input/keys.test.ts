import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { describe, expect, it } from 'vitest'
import { createKeys, type KeyInput } from './keys.ts'

type Changes = Partial<Omit<KeyInput, 'getModifierState'>> & { readonly held?: readonly string[] }

const press = (key: string, { held = [], ...changes }: Changes = {}): KeyInput => ({
  key,
  code: `Key${key.toUpperCase()}`,
  repeat: false,
  isComposing: false,
  keyCode: 0,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  getModifierState: (name) => held.includes(name),
  ...changes,
})

const make = () => {
  const sent: FromViewer[] = []
  return { sent, keys: createKeys({ send: (message) => sent.push(message) }) }
}

const key = (action: 'down' | 'up', keyCode: number, metaState = 0, repeat = 0) => ({
  kind: 'key',
  action,
  keyCode,
  metaState,
  repeat,
})

describe('a key that is pressed', () => {
  it.each([
    ['a letter', press('a'), 29, 0],
    ['the last letter', press('z'), 54, 0],
    ['a capital letter', press('A', { shiftKey: true }), 29, 0x1],
    ['a capital letter that no key has made', press('A'), 29, 0x1],
    ['a letter under the caps lock', press('B', { held: ['CapsLock'] }), 30, 0x10_0000],
    ['the letter of the layout, not of the place', press('a', { code: 'KeyQ' }), 29, 0],
    ['space', press(' ', { code: 'Space' }), 62, 0],
    ['enter', press('Enter', { code: 'Enter' }), 66, 0],
    ['enter with shift', press('Enter', { code: 'Enter', shiftKey: true }), 66, 0x1],
    ['backspace', press('Backspace', { code: 'Backspace' }), 67, 0],
    ['escape goes back', press('Escape', { code: 'Escape' }), 4, 0],
    ['an arrow', press('ArrowLeft', { code: 'ArrowLeft' }), 21, 0],
    ['copy', press('c', { ctrlKey: true }), 31, 0x1000],
    ['copy on a Mac', press('c', { metaKey: true }), 31, 0x1000],
    ['redo', press('Z', { ctrlKey: true, shiftKey: true }), 54, 0x1001],
    ['shift itself', press('Shift', { code: 'ShiftRight', shiftKey: true }), 60, 0x1],
    ['control itself', press('Control', { code: 'ControlLeft', ctrlKey: true }), 113, 0x1000],
  ])('%s', (_name, event, keyCode, metaState) => {
    const { sent, keys } = make()
    expect(keys.down(event)).toBe(true)
    expect(sent).toEqual([key('down', keyCode, metaState)])
  })

  it.each(['1', '!', '，', '你', '😀', 'é'])('%s goes as text', (character) => {
    const { sent, keys } = make()
    expect(keys.down(press(character, { code: 'Digit1' }))).toBe(true)
    expect(sent).toEqual([{ kind: 'text', text: character }])
    expect(keys.up(press(character, { code: 'Digit1' }))).toBe(false)
  })

  it('of the third level of a layout goes as text', () => {
    const { sent, keys } = make()
    keys.down(press('@', { code: 'KeyQ', ctrlKey: true, altKey: true, held: ['AltGraph'] }))
    expect(sent).toEqual([{ kind: 'text', text: '@' }])
  })

  it.each([
    ['paste, which the browser turns into an event of its own', press('v', { ctrlKey: true })],
    ['reload', press('r', { ctrlKey: true })],
    ['a digit with the control key', press('1', { code: 'Digit1', ctrlKey: true })],
    ['the tab key', press('Tab', { code: 'Tab' })],
    ['a function key', press('F5', { code: 'F5' })],
    ['what an input method is composing', press('n', { isComposing: true })],
    ['what an input method takes to begin with', press('n', { keyCode: 229 })],
  ])('%s stays the browser’s', (_name, event) => {
    const { sent, keys } = make()
    expect(keys.down(event)).toBe(false)
    expect(sent).toEqual([])
  })
})

describe('a key that is held', () => {
  it('counts its repetitions, and comes up once', () => {
    const { sent, keys } = make()
    keys.down(press('a'))
    keys.down(press('a', { repeat: true }))
    keys.down(press('a', { repeat: true }))
    expect(keys.up(press('a'))).toBe(true)
    expect(keys.up(press('a'))).toBe(false)
    expect(sent).toEqual([key('down', 29), key('down', 29, 0, 1), key('down', 29, 0, 2), key('up', 29)])
  })

  it('comes up as what it went down as', () => {
    const { sent, keys } = make()
    keys.down(press('a'))
    keys.up(press('A', { code: 'KeyA', shiftKey: true }))
    expect(sent).toEqual([key('down', 29), key('up', 29, 0x1)])
  })

  it('is let go when the keyboard is gone', () => {
    const { sent, keys } = make()
    keys.down(press('a'))
    keys.down(press('w'))
    keys.releaseAll()
    keys.releaseAll()
    expect(sent.slice(2)).toEqual([key('up', 29), key('up', 51)])
  })
})
