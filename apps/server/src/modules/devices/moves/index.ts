export { lockOwnDevice } from './begin-move.ts'
export { moveTasks } from './move-tasks.ts'
export { assertMovable, getOwnDevice, obstacleOf } from './move-terms.ts'
export { moveRoutes } from './routes.ts'
