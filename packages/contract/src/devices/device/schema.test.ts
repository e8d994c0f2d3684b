import { expect, it } from 'vitest'
import { DeviceButton, SupplierType } from './enums.ts'
import { buttonNumber, supplierNumber } from './schema.ts'

it('knows every supplier and every button by its number, and no other', () => {
  expect([...supplierNumber.def.values]).toEqual(Object.values(SupplierType))
  expect([...buttonNumber.def.values]).toEqual(Object.values(DeviceButton))
})
