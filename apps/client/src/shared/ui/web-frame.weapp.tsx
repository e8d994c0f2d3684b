import { WebView } from '@tarojs/components'

interface WebFrameProps {
  readonly src: string
}

/** A page of the web; the platform gives it the whole page. */
export function WebFrame({ src }: WebFrameProps) {
  return <WebView src={src} />
}
