export { BatchBar as LateBatchBar, MultiView as LateMultiView } from './multi-bundle.ts'
