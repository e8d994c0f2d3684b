export { addAvatarRoutes, avatarKey } from './avatars.ts'
export { profileRoutes } from './routes.ts'
