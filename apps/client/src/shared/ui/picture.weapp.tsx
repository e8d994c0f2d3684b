import { Image } from '@tarojs/components'
import type { PictureProps } from './picture-props.ts'

/** Fills its place, cut rather than squeezed; loaded when it comes into sight. */
export function Picture({ src, className, onReady }: PictureProps) {
  return <Image className={className} src={src} mode="aspectFill" lazyLoad onLoad={onReady && (() => onReady())} />
}
