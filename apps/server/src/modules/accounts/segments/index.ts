export { isInSegment, listUnknownPeople, refuseForeignNumbers } from './store.ts'
