import { buttonSection } from './button.tsx'
import type { GallerySection } from './section.ts'

/** In the order of the design's own sheet. A new family is one file and one line. */
export const sections: readonly GallerySection[] = [buttonSection]
