export { countUses, listUses, recordUses, useDetail, whoIs } from './store.ts'
