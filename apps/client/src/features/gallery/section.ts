import type { ComponentType } from 'react'

/** One family of components in all of its states. */
export interface GallerySection {
  /** In the address of the section and in the names of its pictures. */
  readonly id: string
  readonly title: string
  readonly Content: ComponentType
}
