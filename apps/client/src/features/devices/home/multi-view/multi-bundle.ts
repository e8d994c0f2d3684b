export { BatchBar } from './batch-bar.tsx'
export { MultiView } from './multi-view.tsx'
