import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialInvite, withBindInfo, withInvite } from './invite.ts'

const invited = withInvite({ inviteType: '1', inviteCode: 'X1' })

test('starts with the binding unknown', () => {
  expect(initialInvite).toEqual({ inviteType: '', inviteCode: '', bindInfo: '-2' })
})

test('a new invitation sets the binding back', () => {
  expect(invited).toEqual({ inviteType: '1', inviteCode: 'X1', bindInfo: '-2' })
})

test('a binding of "-1" clears the invitation', () => {
  expect(withBindInfo(invited, '-1')).toEqual({ inviteType: '', inviteCode: '', bindInfo: '-1' })
})

test('any other binding keeps it', () => {
  const other = fc.string().filter((bindInfo) => bindInfo !== '-1')
  fc.assert(
    fc.property(other, (bindInfo) => {
      expect(withBindInfo(invited, bindInfo)).toEqual({ ...invited, bindInfo })
    }),
  )
})
