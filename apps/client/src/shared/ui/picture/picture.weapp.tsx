import { Image } from '@tarojs/components'
import { useState } from 'react'
import type { PictureProps } from './picture.h5.tsx'

/** Fills its place, cut rather than squeezed; loaded when it comes into sight. */
export function Picture({ src, className, isTopKept, onReady }: PictureProps) {
  const [isHigh, setHigh] = useState(false)
  return (
    <Image
      className={className}
      src={src}
      // `aspectFill` crops both ends; `widthFix` in a clipped parent crops the lower end only.
      mode={isTopKept && isHigh ? 'widthFix' : 'aspectFill'}
      lazyLoad
      onLoad={({ detail }) => {
        setHigh(Number(detail.height) > Number(detail.width))
        onReady?.()
      }}
    />
  )
}
