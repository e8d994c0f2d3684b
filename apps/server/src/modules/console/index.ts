export { deleteUserExports, exportKey, lockUserExports } from './export-store.ts'
export { addExportRoute, deleteExportsJob, endExportsJob, exportJob } from './exports.ts'
export { countFleetJob, sumDaysJob } from './overview.ts'
export { consoleRoutes } from './routes.ts'
