import { type Supplier, SupplierError } from './supplier.ts'

/** The suppliers of this installation, by their type. */
export interface Suppliers {
  /** Throws `unreachable` for a type that is not connected here. */
  of(type: number): Supplier
  close(): Promise<void>
}

export const createSuppliers = (suppliers: readonly Supplier[]): Suppliers => ({
  of(type) {
    const supplier = suppliers.find((candidate) => candidate.type === type)
    if (!supplier) throw new SupplierError('unreachable', `no supplier of type ${type} is connected`)
    return supplier
  },
  async close() {
    await Promise.all(suppliers.map((supplier) => supplier.close()))
  },
})
