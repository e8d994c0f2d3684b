import { expect, test } from 'vitest'
import { auditSubjectOf, auditSubjectText } from './audit-subjects.ts'

test.each([
  ['ticket:12', '工单 12'],
  ['stock:3/7', '库存 3/7'],
  ['attachedPhone', '云手机'],
  ['setting:about', '设置 about'],
])('%s is named %s, and found by it', (subject, text) => {
  expect(auditSubjectText(subject)).toBe(text)
  expect(auditSubjectOf(text)).toBe(subject)
})

test('a subject is found as it is stored, and with or without a space', () => {
  expect(auditSubjectOf('ticket:12')).toBe('ticket:12')
  expect(auditSubjectOf(' 工单12 ')).toBe('ticket:12')
})

test('a kind without a word stays', () => expect(auditSubjectText('unheardOf:1')).toBe('unheardOf:1'))
