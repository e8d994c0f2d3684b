export {
  BatchBar as LazyBatchBar,
  BatchSheet as LazyBatchSheet,
  ChoosingHeader as LazyChoosingHeader,
} from './choosing.tsx'
export { MultiView as LazyMultiView } from './multi-view.tsx'
