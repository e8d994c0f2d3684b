import { expect, test } from 'vitest'
import { workTypeName, workTypeOptions } from './work-type-names.ts'

test('every industry has work to choose', () => {
  expect(workTypeOptions.length).toBeGreaterThan(0)
  for (const { children } of workTypeOptions) expect(children?.length).toBeGreaterThan(0)
})

test.each([
  [{ industryId: 1, worktypeId: 101 }, '游戏 · 手游托管'],
  [{ industryId: 1, worktypeId: 999 }, '其他'],
  [{ industryId: 99, worktypeId: 101 }, '其他'],
])('%o is %s', (entry, name) => {
  expect(workTypeName(entry)).toBe(name)
})
