import { SupplierError, type Suppliers } from './supplier.ts'

interface SuppliedPhone {
  readonly supplierType: number
  readonly phoneId: string
}

/** Tells phones that can never be resized; a supplier that is not connected says nothing of its phones. */
export const findFixedPhones = async (
  suppliers: Pick<Suppliers, 'of'>,
  phones: readonly SuppliedPhone[],
): Promise<(phone: SuppliedPhone) => boolean> => {
  const fixed = new Map<number, ReadonlySet<string>>()
  for (const type of new Set(phones.map(({ supplierType }) => supplierType))) {
    const phoneIds = phones.filter(({ supplierType }) => supplierType === type).map(({ phoneId }) => phoneId)
    const found = await findFixedOf(suppliers, type, phoneIds)
    if (found) fixed.set(type, found)
  }
  return ({ supplierType, phoneId }) => fixed.get(supplierType)?.has(phoneId) ?? false
}

const findFixedOf = async (suppliers: Pick<Suppliers, 'of'>, type: number, phoneIds: readonly string[]) => {
  try {
    return await suppliers.of(type).findFixed?.(phoneIds)
  } catch (error) {
    if (error instanceof SupplierError) return undefined
    throw error
  }
}
