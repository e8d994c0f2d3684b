import { expect, test } from 'vitest'
import { paramsOf } from './params-of.ts'
import { personalPath, personalViewOf, personalViews, VIEW_PARAM } from './personal-views.ts'

test.each(personalViews)('%s is found by its own path', (view) => {
  expect(personalViewOf(paramsOf(personalPath(view))[VIEW_PARAM])).toBe(view)
})

test.each([undefined, '', 'other', 'constructor'])('%s is the profile', (text) => {
  expect(personalViewOf(text)).toBe('profile')
})
