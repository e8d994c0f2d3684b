import type { PictureProps } from './picture-props.ts'

/** Fills its place, cut rather than squeezed; loaded when it comes into sight. */
export function Picture({ src, className, alt = '' }: PictureProps) {
  return (
    <img className={className} src={src} alt={alt} loading="lazy" decoding="async" style={{ objectFit: 'cover' }} />
  )
}
