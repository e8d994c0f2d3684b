import { expect, test } from 'vitest'
import { unmountsForms } from './unsaved-forms.ts'

const at = (routeId: string, search = {}) => ({ routeId, search })

test.each([
  ['another page', at('/settings'), at('/audit'), true],
  ['another record', at('/users', { open: '1' }), at('/users', { open: '2' }), true],
  ['a closed record', at('/users', { open: '1', text: '王' }), at('/users', { text: '王' }), true],
  ['a closed form of a new record', at('/goods', { new: '1' }), at('/goods'), true],
  ['another search beside a record', at('/users', { open: '1' }), at('/users', { open: '1', text: '王' }), false],
  ['another page of a list', at('/users', { page: '1' }), at('/users', { page: '2' }), false],
  ['the same address', at('/settings'), at('/settings'), false],
])('navigation to %s', (_name, current, next, isUnmounted) => expect(unmountsForms(current, next)).toBe(isUnmounted))
