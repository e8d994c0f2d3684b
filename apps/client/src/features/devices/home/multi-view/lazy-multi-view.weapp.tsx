export { BatchBar as LazyBatchBar, MultiView as LazyMultiView } from './multi-view.tsx'
