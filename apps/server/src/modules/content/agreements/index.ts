export { addBuiltInAgreements } from './publish-agreement.ts'
export { type RecordLoginConsents, recordLoginConsents } from './record-consents.ts'
export { agreementRoutes } from './routes.ts'
export { stripConsents } from './store.ts'
