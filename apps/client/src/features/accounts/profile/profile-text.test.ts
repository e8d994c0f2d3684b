import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { expect, test } from 'vitest'
import { checkShown, workTypeName, workTypeOptions } from './profile-text.ts'

const options = workTypeOptions(
  [
    { value: '1', label: '游戏' },
    { value: '2', label: '电商' },
  ],
  [
    { value: '201', label: '客服', parent: '2' },
    { value: '101', label: '手游托管', parent: '1' },
    { value: '102', label: '游戏主播', parent: '1' },
  ],
)

test('every industry has its own work to choose', () => {
  expect(options).toEqual([
    {
      value: 1,
      label: '游戏',
      children: [
        { value: 101, label: '手游托管' },
        { value: 102, label: '游戏主播' },
      ],
    },
    { value: 2, label: '电商', children: [{ value: 201, label: '客服' }] },
  ])
})

test.each([
  [{ industryId: 1, worktypeId: 101 }, '游戏 · 手游托管'],
  [{ industryId: 1, worktypeId: 999 }, '其他'],
  [{ industryId: 99, worktypeId: 101 }, '其他'],
])('%o is %s', (entry, name) => {
  expect(workTypeName(options, entry)).toBe(name)
})

const { none, pending, pass, reject } = CheckStatus

test.each([
  [none, none, none],
  [pass, reject, pass],
  [none, pass, pass],
  [reject, pending, pending],
  [reject, none, reject],
])('person %i, company %i: %i', (personalCheckStatus, companyCheckStatus, shown) => {
  expect(checkShown({ personalCheckStatus, companyCheckStatus })).toBe(shown)
})
