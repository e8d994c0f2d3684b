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
      // The platform cuts both ends of what it fills a place with; as wide as its place, only the lower end is cut.
      mode={isTopKept && isHigh ? 'widthFix' : 'aspectFill'}
      lazyLoad
      onLoad={({ detail }) => {
        setHigh(Number(detail.height) > Number(detail.width))
        onReady?.()
      }}
    />
  )
}
