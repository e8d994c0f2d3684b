export { arrive as takeArrival } from './arrive.ts'
