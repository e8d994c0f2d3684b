export { countUses, listUses, recordUses, whoIs } from './store.ts'
