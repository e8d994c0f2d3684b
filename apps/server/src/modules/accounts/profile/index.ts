export { profileRoutes } from './routes.ts'
export { addAvatarRoutes, avatarKey } from './upload-avatar.ts'
