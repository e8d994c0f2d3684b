import { expect, it } from 'vitest'
import { isNickname } from './nickname.ts'

it.each([
  ['小云', true],
  ['<script>alert(1)</sc', true],
  ['a b', true],
  ['二十个字二十个字二十个字二十个字二十个字', true],
  ['二十个字二十个字二十个字二十个字二十个字一', false],
  ['', false],
  [' 云', false],
  ['云 ', false],
  ['云\n机', false],
  ['云\u0000', false],
  ['云\u007f机', false],
  ['云\u200b机', false],
  ['\u202e云机', false],
  ['云\ufeff机', false],
])('%j is a nickname: %s', (text, expected) => expect(isNickname(text)).toBe(expected))
