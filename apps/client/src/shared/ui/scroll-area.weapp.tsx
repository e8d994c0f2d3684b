import { ScrollView } from '@tarojs/components'
import type { ScrollAreaProps } from './scroll-area-props.ts'

/** Scrolls by itself, and leaves the page behind it where it is. */
export function ScrollArea({ className, children }: ScrollAreaProps) {
  return (
    <ScrollView className={className} scrollY>
      {children}
    </ScrollView>
  )
}
