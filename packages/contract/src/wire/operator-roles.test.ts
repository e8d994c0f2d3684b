import { expect, it, test } from 'vitest'
import { allCalls } from '../calls.ts'
import { machineRights, operatorRights, operatorRoles, rightsOfRole } from './operator-roles.ts'

it.each(operatorRoles)('%s has each right once, and only known ones', (role) => {
  const rights = rightsOfRole[role]
  expect(new Set(rights).size).toBe(rights.length)
  expect(rights.filter((right) => !operatorRights.includes(right))).toEqual([])
})

test('an owner has every right, a machine all but that over operators', () => {
  expect(rightsOfRole.owner).toEqual(operatorRights)
  expect(operatorRights.filter((right) => !machineRights.includes(right))).toEqual(['operators.write'])
})

test('a read-only operator may call no write', () => {
  const writes = allCalls.filter(
    ({ access, method }) => access.kind === 'operator' && access.right && method === 'POST',
  )
  const allowed = writes.filter(
    ({ access }) => access.kind === 'operator' && access.right && rightsOfRole.readonly.includes(access.right),
  )
  expect(writes.length).toBeGreaterThan(30)
  expect(allowed.map(({ path }) => path)).toEqual([])
})

test('only an owner manages operators', () => {
  const managers = operatorRoles.filter((role) => rightsOfRole[role].includes('operators.write'))
  expect(managers).toEqual(['owner'])
})
