import { useEffect, useRef } from 'react'
import { showPicture } from '../../platform/files/show-picture.weapp.ts'
import type { PictureViewerProps } from './picture-viewer.h5.tsx'

/** The platform's own viewer, which zooms and saves. */
export function PictureViewer({ src, onClose }: PictureViewerProps) {
  const end = useRef(onClose)
  useEffect(() => {
    end.current = onClose
  })
  useEffect(() => {
    void showPicture(src).finally(() => end.current())
  }, [src])
  return null
}
