export { deleteUserExports, exportKey, lockUserExports } from './export-store.ts'
export { addExportRoute, deleteExportsJob, exportJob } from './exports.ts'
export { sumDaysJob } from './overview.ts'
export { consoleRoutes } from './routes.ts'
