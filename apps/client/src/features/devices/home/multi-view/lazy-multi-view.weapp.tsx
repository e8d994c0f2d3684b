export { BatchBar as LateBatchBar, MultiView as LateMultiView } from './multi-view.tsx'
